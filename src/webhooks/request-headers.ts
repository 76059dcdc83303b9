import { typeName } from '../contract/type-name.ts';
import { WebhookError } from './webhook-error.ts';

/** Headers from Node's `http`, Express, `fetch` or Hono, or as a plain object. */
export type RequestHeaders =
  | {
      /** The value of a header; `null` or `undefined` if it is missing. */
      get(name: string): string | null | undefined;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The value of a header; `undefined` if it is missing or empty. The name is case-insensitive.
 * Several values are joined with commas (RFC 9110, section 5.3).
 *
 * @throws {WebhookError} `bad_arguments` if the headers or the value have another type
 */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) {
    throw new WebhookError(
      'bad_arguments',
      `headers is ${typeName(headers)}: pass the headers of the request`,
    );
  }
  const value = typeof headers.get === 'function' ? headers.get(name) : fieldOf(headers, name);
  const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
  if (typeof text !== 'string') {
    throw new WebhookError(
      'bad_arguments',
      `the header ${name} is ${typeName(text)}: pass the headers as they were received`,
    );
  }
  return text.trim() || undefined;
}

function fieldOf(headers: RequestHeaders, name: string): unknown {
  const lower = name.toLowerCase();
  const own = (key: string): unknown =>
    Object.hasOwn(headers, key) ? Reflect.get(headers, key) : undefined;
  return (
    own(lower) ?? own(Object.keys(headers).find((key) => key.toLowerCase() === lower) ?? lower)
  );
}
