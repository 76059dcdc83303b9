/** Writes one event of the server's log. No secret is ever among the fields. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  event: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/** A log of JSON lines; the line comes without its newline. */
export function jsonLog(write: (line: string) => void): Log {
  return (level, event, fields = {}) => {
    write(JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }));
  };
}

export const silentLog: Log = () => {};
