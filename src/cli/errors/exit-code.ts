import { errorStatus } from '../../contract/errors.ts';
import { expectedErrors } from '../../contract/expected-errors.ts';
import type { Operation } from '../../contract/operation.ts';

/** The exit codes of the program: a contract with scripts, never renumbered. */
export const exitCode = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  plan_required: 3,
  auth: 4,
  not_found: 5,
  rate_limited: 6,
  network: 7,
  service: 8,
  nothing_found: 9,
  read_only: 10,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** What each exit code means, in a few words. */
export const exitMeaning: Readonly<Record<ExitCode, string>> = {
  0: 'done; help; the reader closed the pipe',
  1: 'unexpected, or another 4xx',
  2: 'usage, before any network',
  3: 'plan_required (402)',
  4: 'no key, 401, 403',
  5: '404',
  6: '429, after the retries',
  7: 'network, TLS, time-out (for a write: outcome unknown)',
  8: '5xx, or an answer that is no JSON',
  9: 'nothing found, only with --exit-status',
  10: 'a write, refused because SERVICE_READ_ONLY is set',
  130: 'SIGINT',
  143: 'SIGTERM',
};

/** What the exit code is for an HTTP status that the service answered with. */
export function exitCodeForStatus(status: number): ExitCode {
  if (status < 400) return exitCode.ok;
  if (status >= 500) return exitCode.service;
  return byStatus.get(status) ?? exitCode.unexpected;
}

/** What carrying an operation out may end with, besides what every command may. */
export function exitCodesOf(operation: Operation): ExitCode[] {
  const errors = expectedErrors(operation).map((code) => exitCodeForStatus(errorStatus[code]));
  const guard = operation.effect === 'read' ? [] : [exitCode.read_only];
  const empty = operation.list === undefined ? [] : [exitCode.nothing_found];
  return [...errors, exitCode.network, ...empty, ...guard];
}

/** What a call of whatever the service has may end with. */
export const serviceExitCodes: readonly ExitCode[] = [
  exitCode.plan_required,
  exitCode.auth,
  exitCode.not_found,
  exitCode.rate_limited,
  exitCode.network,
  exitCode.service,
];

/** What the exit code is after a signal that ended the program in good order. */
export function exitCodeForSignal(signal: 'SIGINT' | 'SIGTERM'): ExitCode {
  return signal === 'SIGINT' ? exitCode.interrupted : exitCode.terminated;
}

const byStatus = new Map<number, ExitCode>([
  [401, exitCode.auth],
  [402, exitCode.plan_required],
  [403, exitCode.auth],
  [404, exitCode.not_found],
  [429, exitCode.rate_limited],
]);
