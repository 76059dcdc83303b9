import { Violation } from './violation.ts';

/** Readers of responses. They throw a {@link Violation} that names what is missing. */

/** The value at a path such as `channel.id`; `undefined` if there is none. */
export function valueAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), body);
}

export function textAt(body: unknown, path: string): string {
  const value = valueAt(body, path);
  if (typeof value === 'string' && value !== '') return value;
  throw new Violation(`${path} is ${describe(value)}, not text`);
}

export function listAt(body: unknown, path: string): unknown[] {
  const value = valueAt(body, path);
  if (Array.isArray(value)) return value;
  throw new Violation(`${path} is ${describe(value)}, not a list`);
}

export function objectIn(body: unknown): Record<string, unknown> {
  if (isObject(body)) return body;
  throw new Violation(`the body is ${describe(body)}, not a JSON object`);
}

/** The items of a response whose list has an undocumented name: its first list of objects. */
export function itemsOf(body: unknown): Record<string, unknown>[] {
  const lists = Array.isArray(body) ? [body] : Object.values(objectIn(body)).filter(Array.isArray);
  const [first] = lists;
  if (first === undefined) throw new Violation('the response contains no list');
  return first.filter(isObject);
}

/** Whether a value occurs anywhere in a response. */
export function contains(body: unknown, value: string): boolean {
  if (body === value) return true;
  return typeof body === 'object' && body !== null
    ? Object.values(body).some((each) => contains(each, value))
    : false;
}

/** A value in a message, as JSON. It is not shortened: secrets are only found if they are whole. */
export function describe(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first `title` in a response, at any depth. */
export function titleIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const title = valueAt(body, 'title');
  if (typeof title === 'string') return title;
  for (const value of Object.values(body)) {
    const found = titleIn(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
