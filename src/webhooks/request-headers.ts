/** Headers as Node's `http`, Express, `Headers`, Hono or a plain object hold them. */
export type RequestHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** One header, whatever its case; several of one name are joined by commas (RFC 9110, section 5.3). */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name)?.trim() || undefined;
  const record = headers as Readonly<Record<string, string | readonly string[] | undefined>>;
  const lower = name.toLowerCase();
  const value = record[lower] ?? anyCase(record, lower);
  const text = typeof value === 'string' ? value : value?.join(', ');
  return text?.trim() || undefined;
}

function anyCase<Value>(record: Readonly<Record<string, Value>>, lower: string): Value | undefined {
  const name = Object.keys(record).find((key) => key.toLowerCase() === lower);
  return name === undefined ? undefined : record[name];
}
