/** An attempt that has ended. */
export interface AttemptRecord {
  /** The number of its round, from 1. */
  round: number;
  ended_at: number;
  /** Milliseconds of real time from the DNS lookup to the outcome; `null` if unknown. */
  duration: number | null;
  /** The status code of the response; `null` if there was none. */
  status_code: number | null;
  /** A code such as `timeout` or `http_500`; `null` if the event was delivered. */
  error: string | null;
}

/** The text that is appended to the log of a delivery, empty for no attempt. */
export function logEntry(attempt: AttemptRecord | undefined): string {
  if (!attempt) return '';
  const { round, ended_at, duration, status_code, error } = attempt;
  return `,${JSON.stringify([round, ended_at, duration, status_code, error])}`;
}

/** Reads a log, oldest attempt first. */
export function readLog(log: string): AttemptRecord[] {
  const entries = JSON.parse(`[${log.slice(1)}]`) as LogEntry[];
  return entries.map(([round, ended_at, duration, status_code, error]) => ({
    round,
    ended_at,
    duration,
    status_code,
    error,
  }));
}

/** The last entries of a log. */
export function lastEntries(log: string, count: number): string {
  return readLog(log).slice(-count).map(logEntry).join('');
}

type LogEntry = readonly [number, number, number | null, number | null, string | null];
