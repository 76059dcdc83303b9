/** The exit codes. Scripts depend on them: never renumber. */
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

export const exitMeaning: Readonly<Record<ExitCode, string>> = {
  0: 'success, help printed, or pipe closed by its reader',
  1: 'unexpected error, or any other 4xx',
  2: 'invalid command line; nothing was sent',
  3: 'plan_required (402)',
  4: 'no API key, 401 or 403',
  5: 'not found (404)',
  6: 'rate limited (429) after all retries',
  7: 'network, TLS or timeout; the outcome of a write is unknown',
  8: '5xx, or a response that is not valid JSON',
  9: 'nothing found, only with --exit-status; or webhook listen ended before --count events',
  10: 'write blocked by SERVICE_READ_ONLY',
  130: 'interrupted by SIGINT',
  143: 'terminated by SIGTERM or the end of the terminal; on Windows also by Ctrl+Break',
};

export function exitCodeForStatus(status: number): ExitCode {
  if (status < 400) return exitCode.ok;
  if (status >= 500) return exitCode.service;
  return byStatus.get(status) ?? exitCode.unexpected;
}

/** The exit codes of a request to any path of the service. */
export const serviceExitCodes: readonly ExitCode[] = [
  exitCode.plan_required,
  exitCode.auth,
  exitCode.not_found,
  exitCode.rate_limited,
  exitCode.network,
  exitCode.service,
];

/** @param interruption whose reason is the name of a signal */
export function exitCodeForSignal({ reason }: Pick<AbortSignal, 'reason'>): ExitCode {
  return reason === 'SIGINT' ? exitCode.interrupted : exitCode.terminated;
}

const byStatus = new Map<number, ExitCode>([
  [401, exitCode.auth],
  [402, exitCode.plan_required],
  [403, exitCode.auth],
  [404, exitCode.not_found],
  [429, exitCode.rate_limited],
]);
