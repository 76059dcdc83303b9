import { stat } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { operations } from '../../../../contract/operations.ts';
import { validate } from '../../../../contract/validate.ts';
import { boundedLines } from '../../../../node/bounded-lines.ts';
import { type JsonBounds, jsonExcess } from '../../../../node/json-bounds.ts';
import { openInput } from '../../../../node/open-input.ts';
import { describeSystemError } from '../../../../node/system-error.ts';
import { Failure, invalidInput } from '../../../errors/failure.ts';
import type { InputShell } from '../../../run/read-source.ts';

/** One line of a batch: the input of its search, or why the line is invalid. */
export type BatchLine = { query: string | null; line: number } & (
  | { input: Readonly<Record<string, unknown>> }
  | { problem: string }
);

/** In bytes; much longer than the longest valid search. */
const maxLineBytes = 1024 * 1024;

const bounds: JsonBounds = { maxDepth: 100, maxValues: 10_000 };

/**
 * Reads the searches of a file, one per line. Empty lines are skipped.
 *
 * @param defaults input fields for lines that do not set them
 * @throws {Failure} if the file cannot be read, a line is too long or does not arrive in time
 */
export async function* batchLines(
  file: string,
  defaults: Readonly<Record<string, unknown>>,
  shell: InputShell,
): AsyncGenerator<BatchLine> {
  let number = 0;
  for await (const text of linesOf(file, shell)) {
    number += 1;
    const trimmed = text.replace(/^\uFEFF/, '').trim();
    if (trimmed !== '') yield { line: number, ...parseLine(trimmed, defaults) };
  }
}

/** The number of searches of a regular file; `undefined` if it is no such file, or cannot be read. */
export async function countLines(file: string): Promise<number | undefined> {
  const stats = file === '-' ? undefined : await stat(file).catch(() => undefined);
  if (!stats?.isFile()) return undefined;
  let count = 0;
  try {
    for await (const line of boundedLines((await openInput(file)).stream, maxLineBytes)) {
      if (line.replace(/^\uFEFF/, '').trim() !== '') count += 1;
    }
    return count;
  } catch {
    // The batch reports the error when it gets there.
    return undefined;
  }
}

/** The timeout applies to each line, so that a producer may be slow. */
async function* linesOf(file: string, shell: InputShell): AsyncGenerator<string> {
  const label = file === '-' ? 'standard input' : `--batch ${file}`;
  const { timeout } = await shell.deadline();
  const interruption = shell.interruption();
  const late = new AbortController();
  try {
    const stream = file === '-' ? shell.stdin : (await openInput(file)).stream;
    addAbortSignal(AbortSignal.any([interruption, late.signal]), stream);
    const lines = boundedLines(stream, maxLineBytes);
    for (;;) {
      const timer = setTimeout(() => late.abort(), timeout);
      const { value, done } = await lines.next().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (interruption.aborted) throw error;
    if (late.signal.aborted) {
      throw new Failure('timeout', `${label}: no further line within ${timeout / 1000} s`, {
        hint: 'Close the input, or increase --timeout',
      });
    }
    throw invalidInput(`${label} cannot be read: ${describeSystemError(error)}`);
  }
}

function parseLine(text: string, defaults: Readonly<Record<string, unknown>>) {
  const isJson = text.startsWith('{');
  const excess = isJson ? jsonExcess(text, bounds) : undefined;
  if (excess !== undefined) return { query: null, problem: `the line ${excess}` };
  const fields = isJson ? parseObject(text) : { query: text };
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
