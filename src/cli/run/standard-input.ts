import { invalidInput } from '../errors/failure.ts';
import { type InputShell, readText } from './read-source.ts';

/** Replaces the value `-` by the content of standard input without its final newline. */
export async function withStandardInput(
  values: Readonly<Record<string, string>>,
  shell: InputShell,
  apiKeyFile?: string,
): Promise<Record<string, string>> {
  const fields = Object.keys(values).filter((field) => values[field] === '-');
  const [field] = fields;
  if (field === undefined) return { ...values };
  rejectSharedInput(apiKeyFile === '-' ? ['--api-key-file', ...fields] : fields);
  return {
    ...values,
    [field]: (await readText({ file: '-', name: field }, shell)).replace(/\r?\n$/, ''),
  };
}

/** @throws {Failure} `invalid_value` if more than one flag or field reads standard input */
export function rejectSharedInput(readers: readonly string[]): void {
  if (readers.length < 2) return;
  const message = `only one value can be - (standard input), not ${readers.join(' and ')}`;
  throw invalidInput(message);
}
