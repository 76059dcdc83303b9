/** What a value of a wrong type is, for error messages, such as `undefined` or `an object`. */
export function typeName(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (value instanceof ArrayBuffer) return 'an ArrayBuffer';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
