import { type ExitCode, exitCode } from '../../errors/exit-code.ts';
import { failureOf } from '../../errors/failure.ts';

/** In the order of the report. */
type CheckName =
  | 'origin'
  | 'proxy'
  | 'dns'
  | 'tls'
  | 'service'
  | 'readiness'
  | 'key'
  | 'plan'
  | 'clock'
  | 'data_folder';

export type DoctorCheck =
  | { status: 'ok' | 'skipped'; message: string }
  | { status: 'failed'; message: string; hint: string; exitCode: ExitCode };

export type DoctorChecks = Record<CheckName, DoctorCheck>;

export function ok(message: string): DoctorCheck {
  return { status: 'ok', message };
}

/** @param message why it was skipped */
export function skipped(message: string): DoctorCheck {
  return { status: 'skipped', message };
}

export function failed(message: string, hint: string, code: ExitCode): DoctorCheck {
  return { status: 'failed', message, hint, exitCode: code };
}

/** A failed check with the message, hint and exit code that a command reports for the error. */
export function failedWith(error: unknown): DoctorCheck {
  const { message, hint, exitCode } = failureOf(error);
  return failed(message, hint, exitCode);
}

/** The exit code of the first failed check; 0 if no check failed. */
export function exitCodeOf(results: DoctorChecks): ExitCode {
  const first = Object.values(results).find((result) => result.status === 'failed');
  return first?.exitCode ?? exitCode.ok;
}
