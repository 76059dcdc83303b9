import { type ExitCode, exitCode } from '../../errors/exit-code.ts';
import { failureOf } from '../../errors/failure.ts';

/** What is looked at, in the order in which one thing needs the other. */
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

/** What was found of one thing. */
export type CheckResult =
  | { status: 'ok' | 'skipped'; message: string }
  | { status: 'failed'; message: string; hint: string; exitCode: ExitCode };

export type CheckResults = Record<CheckName, CheckResult>;

export function ok(message: string): CheckResult {
  return { status: 'ok', message };
}

/** @param message why there is nothing to look at */
export function skipped(message: string): CheckResult {
  return { status: 'skipped', message };
}

export function failed(message: string, hint: string, code: ExitCode): CheckResult {
  return { status: 'failed', message, hint, exitCode: code };
}

/** What a command would say and end with where it met the same. */
export function failedWith(error: unknown): CheckResult {
  const { message, hint = '', exitCode } = failureOf(error).details;
  return failed(message, hint, exitCode);
}

/** How the program ends: as a command would that met the first of what is wrong. */
export function exitCodeOf(findings: CheckResults): ExitCode {
  const [first] = Object.values(findings).flatMap((finding) =>
    finding.status === 'failed' ? [finding.exitCode] : [],
  );
  return first ?? exitCode.ok;
}
