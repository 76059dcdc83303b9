/** An attempt that has ended. */
export interface AttemptRecord {
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
  const { ended_at, duration, status_code, error } = attempt;
  return `,${JSON.stringify([ended_at, duration, status_code, error])}`;
}

/** Reads a log, oldest attempt first. */
export function readLog(log: string): AttemptRecord[] {
  const entries = JSON.parse(`[${log.slice(1)}]`) as LogEntry[];
  return entries.map(([ended_at, duration, status_code, error]) => ({
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

type LogEntry = readonly [number, number | null, number | null, string | null];
