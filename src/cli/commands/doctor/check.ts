import { type ExitCode, exitCode } from '../../errors/exit-code.ts';
import { failureOf } from '../../errors/failure.ts';

/** In order: each check needs the ones before it. */
type CheckName =
  | 'origin'
  | 'proxy'
  | 'dns'
  | 'tls'
  | 'service'
  | 'key'
  | 'plan'
  | 'clock'
  | 'data_folder';

export type CheckResult =
  | { status: 'ok' | 'skipped'; message: string }
  | { status: 'failed'; message: string; hint: string; exitCode: ExitCode };

export type CheckResults = Record<CheckName, CheckResult>;

export function ok(message: string): CheckResult {
  return { status: 'ok', message };
}

/** @param message why it was skipped */
export function skipped(message: string): CheckResult {
  return { status: 'skipped', message };
}

export function failed(message: string, hint: string, code: ExitCode): CheckResult {
  return { status: 'failed', message, hint, exitCode: code };
}

/** Fails with the message, hint and exit code that a command has for the same error. */
export function failedWith(error: unknown): CheckResult {
  const { message, hint, exitCode } = failureOf(error);
  return failed(message, hint, exitCode);
}

/** The exit code of the first failed check. */
export function exitCodeOf(results: CheckResults): ExitCode {
  const [first] = Object.values(results).flatMap((result) =>
    result.status === 'failed' ? [result.exitCode] : [],
  );
  return first ?? exitCode.ok;
}
