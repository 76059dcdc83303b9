/** From the fewest lines to the most. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Writes one log line. Its fields must not contain secrets or article text. */
export type Log = (
  level: LogLevel,
  event: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/**
 * A log of JSON lines.
 *
 * @param write receives each line without its newline
 * @param least lines of lower levels are left out (default: `info`)
 */
export function jsonLog(write: (line: string) => void, least: LogLevel = 'info'): Log {
  const written = new Set(logLevels.slice(0, logLevels.indexOf(least) + 1));
  return (level, event, fields = {}) => {
    if (!written.has(level)) return;
    write(JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }));
  };
}

export const silentLog: Log = () => {};
