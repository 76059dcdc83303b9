import type { Readable } from 'node:stream';
import { Failure, invalidInput } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/** Characters; far above the limit of any field. */
const maxLength = 1_000_000;

/** Replaces the value `-` by the content of standard input without its final newline. */
export async function withStandardInput(
  values: Readonly<Record<string, string>>,
  shell: Pick<Shell, 'stdin'>,
  apiKeyFile?: string,
): Promise<Record<string, string>> {
  const fields = Object.keys(values).filter((field) => values[field] === '-');
  const [field] = fields;
  if (field === undefined) return { ...values };
  refuseSharedInput(apiKeyFile === '-' ? ['--api-key-file', ...fields] : fields);
  return { ...values, [field]: (await readStandardInput(shell.stdin)).replace(/\r?\n$/, '') };
}

/** @throws {Failure} `invalid_value` if more than one flag or field reads standard input */
export function refuseSharedInput(readers: readonly string[]): void {
  if (readers.length < 2) return;
  const message = `only one value can be - (standard input), not ${readers.join(' and ')}`;
  throw invalidInput(message);
}

/** @throws {Failure} if standard input is not UTF-8 or longer than 1,000,000 characters */
export async function readStandardInput(stdin: Readable): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of stdin) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (text.length > maxLength) {
        const message = `standard input is longer than ${maxLength} characters`;
        throw invalidInput(message);
      }
    }
    return text + decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Failure('not_utf8', 'standard input is not valid UTF-8');
  }
}
