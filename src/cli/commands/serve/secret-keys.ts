import { readText } from '../../run/read-source.ts';
import type { Shell } from '../../shell.ts';

/**
 * The keys that encrypt signing secrets, from `--secret-key-file` (one on each line) or
 * `NEWSWATCH_SECRET_KEY` (separated by commas); `undefined` if neither is given.
 *
 * @throws {Failure} if the file cannot be read, or other users can read it
 */
export async function readSecretKeys(
  file: string | undefined,
  shell: Shell,
): Promise<string[] | undefined> {
  const text =
    file === undefined
      ? shell.env['NEWSWATCH_SECRET_KEY']
      : await readText({ file, name: `--secret-key-file ${file}`, isSecret: true }, shell);
  if (text === undefined || (file === undefined && text === '')) return undefined;
  return text
    .split(/[\n,]/)
    .map((key) => key.trim())
    .filter((key, index) => key !== '' || index === 0);
}
