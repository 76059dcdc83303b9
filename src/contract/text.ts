import { fieldsOf } from './field.ts';
import type { Operation } from './operation.ts';

/**
 * Turns the text values of a query string or of a command line into an operation's input. A value
 * that does not fit its field stays text, for the validation to name.
 */
export function fromText(
  operation: Operation,
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...values };
  for (const { name, kind } of fieldsOf(operation)) {
    const text = values[name];
    if (kind === 'integer' && text !== undefined) input[name] = integerOr(text);
  }
  return input;
}

/** Plain decimal digits only: `1e3`, `0x10` and `1.0` are typing errors more often than numbers. */
function integerOr(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
