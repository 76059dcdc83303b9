import type { Readable } from 'node:stream';
import { usageFailure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/** Characters; far more than any value may have. */
const most = 1_000_000;

/** Replaces the value `-` by what standard input holds, less the newline at its end. */
export async function withStandardInput(
  values: Readonly<Record<string, string>>,
  shell: Pick<Shell, 'stdin'>,
): Promise<Record<string, string>> {
  const fields = Object.keys(values).filter((field) => values[field] === '-');
  const [field, second] = fields;
  if (field === undefined) return { ...values };
  if (second !== undefined) {
    throw usageFailure('invalid_value', `- (standard input) is given twice: ${fields.join(', ')}`);
  }
  return { ...values, [field]: (await readStandardInput(shell.stdin)).replace(/\r?\n$/, '') };
}

/** All of it, up to a bound. */
export async function readStandardInput(stdin: Readable): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of stdin) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.length > most) {
        throw usageFailure('invalid_value', `standard input holds more than ${most} characters`);
      }
    }
    return text + decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageFailure(
      'not_utf8',
      'standard input holds bytes that are no UTF-8',
      'Convert it first: iconv -t utf-8',
    );
  }
}
