import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { usageFailure } from './failure.ts';

/** Replaces the value `-` by what standard input holds, less the newline at its end. */
export async function withStandardInput(
  values: Readonly<Record<string, string>>,
  stdin: Readable,
): Promise<Record<string, string>> {
  const fields = Object.keys(values).filter((field) => values[field] === '-');
  const [field, second] = fields;
  if (field === undefined) return { ...values };
  if (second !== undefined) {
    throw usageFailure('invalid_value', `- (standard input) is given twice: ${fields.join(', ')}`);
  }
  return { ...values, [field]: (await text(stdin)).replace(/\r?\n$/, '') };
}
