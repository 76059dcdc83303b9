import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { operations } from '../../../../contract/operations.ts';
import { validate } from '../../../../contract/validate.ts';
import { describeSystemError } from '../../../../node/system-error.ts';
import { invalidInput } from '../../../errors/failure.ts';

/** One line of a batch: the input of its search, or why the line is invalid. */
export type BatchLine = { query: string | null; line: number } & (
  | { input: Readonly<Record<string, unknown>> }
  | { problem: string }
);

/**
 * Reads the searches of a file, one per line. Empty lines are skipped.
 *
 * @param defaults input fields for lines that do not set them
 * @throws {Failure} if the file cannot be read
 */
export async function* batchLines(
  file: string,
  stdin: Readable,
  defaults: Readonly<Record<string, unknown>>,
): AsyncGenerator<BatchLine> {
  const input = file === '-' ? stdin : await openFile(file);
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    const trimmed = text.replace(/^\uFEFF/, '').trim();
    if (trimmed !== '') yield { line, ...parseLine(trimmed, defaults) };
  }
}

async function openFile(file: string): Promise<Readable> {
  try {
    const handle = await open(file);
    const isFolder = (await handle.stat()).isDirectory();
    await handle.close();
    if (isFolder) throw Object.assign(new Error(), { code: 'EISDIR' });
    return createReadStream(file);
  } catch (error) {
    const reason = describeSystemError(error);
    throw invalidInput(`--batch ${file} cannot be read: ${reason}`);
  }
}

function parseLine(text: string, defaults: Readonly<Record<string, unknown>>) {
  const fields = text.startsWith('{') ? parseObject(text) : { query: text };
  if (fields === undefined) return { query: null, problem: 'the line is not a valid JSON object' };
  const query = typeof fields['query'] === 'string' ? fields['query'] : null;
  const validated = validate(operations.news.search, { ...defaults, ...fields });
  if (!('issues' in validated)) return { query, input: validated.input };
  const problem = validated.issues.map(({ field, message }) => `${field} ${message}`.trim());
  return { query, problem: problem.join('; ') };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
