/** Copies a parsed JSON value, and replaces secrets in its texts and the names of its fields. */
export function redactJson(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => redactJson(each, redact));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [redact(name), redactJson(each, redact)]),
  );
}
