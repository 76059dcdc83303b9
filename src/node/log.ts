/** Writes one log line. Its fields must not contain secrets or article text. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  event: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/** A log of JSON lines. `write` receives each line without its newline. */
export function jsonLog(write: (line: string) => void): Log {
  return (level, event, fields = {}) => {
    write(JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }));
  };
}

export const silentLog: Log = () => {};
