/** Writes one event of the receiver's log. No secret and no article text is ever among the fields. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  event: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;
