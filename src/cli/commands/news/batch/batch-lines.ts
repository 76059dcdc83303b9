import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { operations } from '../../../../contract/operations.ts';
import { validate } from '../../../../contract/validate.ts';
import { usageFailure } from '../../../errors/failure.ts';

/** One search of a batch: its input, or why its line cannot be one. */
export type BatchLine = { query: string | null; line: number } & (
  | { input: Readonly<Record<string, unknown>> }
  | { problem: string }
);

/**
 * The searches that a file asks for, one a line; empty lines are passed over.
 *
 * @param defaults what a line that does not say otherwise gets
 * @throws {Failure} when the file cannot be read
 */
export async function* batchLines(
  file: string,
  stdin: Readable,
  defaults: Readonly<Record<string, unknown>>,
): AsyncGenerator<BatchLine> {
  const input = file === '-' ? stdin : createReadStream(await readable(file));
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    const trimmed = text.replace(/^\uFEFF/, '').trim();
    if (trimmed !== '') yield { line, ...parseLine(trimmed, defaults) };
  }
}

async function readable(file: string): Promise<string> {
  try {
    const handle = await open(file);
    const isFolder = (await handle.stat()).isDirectory();
    await handle.close();
    if (isFolder) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    return file;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw usageFailure('invalid_value', `--batch ${file} cannot be read (${code})`);
  }
}

function parseLine(text: string, defaults: Readonly<Record<string, unknown>>) {
  const given = text.startsWith('{') ? parseObject(text) : { query: text };
  if (given === undefined) return { query: null, problem: 'the line is not a valid JSON object' };
  const query = typeof given['query'] === 'string' ? given['query'] : null;
  const checked = validate(operations.news.search, { ...defaults, ...given });
  if (!('issues' in checked)) return { query, input: checked.input };
  const problem = checked.issues.map(({ field, message }) => `${field} ${message}`.trim());
  return { query, problem: problem.join('; ') };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
