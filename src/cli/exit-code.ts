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

/** What the exit code is for an HTTP status that the service answered with. */
export function exitCodeForStatus(status: number): ExitCode {
  if (status < 400) return exitCode.ok;
  if (status >= 500) return exitCode.service;
  return byStatus.get(status) ?? exitCode.unexpected;
}

const byStatus = new Map<number, ExitCode>([
  [401, exitCode.auth],
  [402, exitCode.plan_required],
  [403, exitCode.auth],
  [404, exitCode.not_found],
  [429, exitCode.rate_limited],
]);
