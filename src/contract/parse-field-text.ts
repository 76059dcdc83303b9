import { fieldsOf } from './field.ts';
import type { Operation } from './operation.ts';

/**
 * Converts the text values of a query string or command line to an operation's input. A value that
 * cannot be converted stays text and fails validation later.
 */
export function parseFieldText(
  operation: Operation,
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...values };
  for (const { name, kind } of fieldsOf(operation)) {
    const text = values[name];
    if (text === undefined) continue;
    if (kind === 'integer' || kind === 'minutes') input[name] = integerOrText(text);
    if (kind === 'number') input[name] = numberOrText(text);
    if (kind === 'boolean') input[name] = booleanOrText(text);
    if (kind === 'list') input[name] = text.split(',').map((item) => item.trim());
  }
  return input;
}

function booleanOrText(text: string): boolean | string {
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

function numberOrText(text: string): number | string {
  return /^-?(?:\d{1,15}|\d{0,15}\.\d{1,15})$/.test(text) ? Number(text) : text;
}

/** Accepts only decimal digits: `1e3`, `0x10` and `1.0` are more likely typos than integers. */
function integerOrText(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
