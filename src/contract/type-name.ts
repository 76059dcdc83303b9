/** What a value of a wrong type is, for error messages, such as `undefined` or `an array`. */
export function typeName(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  const name = tagOf(value)
    .slice(8, -1)
    .replace(/^(?:Array|Object)$/, (noun) => noun.toLowerCase());
  return `a${/^[aeio]/i.test(name) ? 'n' : ''} ${name.slice(0, 40)}`;
}

/** Like {@link typeName}, but shows a number. Only for values that are no secrets. */
export function valueName(value: unknown): string {
  return typeof value === 'number' ? String(value) : typeName(value);
}

/**
 * Whether a value is an object with named properties. Objects of the runtime, such as an `AbortSignal` or
 * a `Buffer`, are not.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (tagOf(value) === '[object Object]') return true;
  return !ArrayBuffer.isView(value) && Object.keys(value).length > 0;
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value);
}
