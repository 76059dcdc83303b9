/** Headers from Node's `http`, Express, `fetch` or Hono, or as a plain object. */
export type RequestHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The value of a header; `undefined` if it is missing or empty. The name is case-insensitive.
 * Several values are joined with commas (RFC 9110, section 5.3).
 */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name)?.trim() || undefined;
  const record = headers as Readonly<Record<string, string | readonly string[] | undefined>>;
  const lower = name.toLowerCase();
  const matchingKey = () => Object.keys(record).find((key) => key.toLowerCase() === lower) ?? lower;
  const value = record[lower] ?? record[matchingKey()];
  const text = typeof value === 'string' ? value : value?.join(', ');
  return text?.trim() || undefined;
}
