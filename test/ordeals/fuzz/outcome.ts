import { expect } from 'vitest';
import { exitCode, exitMeaning } from '../../../src/cli/errors/exit-code.ts';

/** The outcome of a run of the program. */
export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

const documentedCodes = Object.keys(exitMeaning).map(Number);

/** Arguments with which stdout may contain something other than one JSON document. */
const printsLines = new Set([
  ...['--format', '-f', '--batch', '--follow', '--from', 'listen', 'serve'],
  // One line for each id.
  ...['delete', 'disconnect', 'pause', 'resume'],
]);
const printsWords = new Set([
  ...['--version', '-V', '--markdown', '--jq', '-q'],
  ...['completion', 'man', 'skill', 'token'],
]);
const printsTable = /^(--format=|-f)?(table|csv|tsv)$/;

/** Checks the guarantees of the command line for any input. */
export function expectContract(
  args: readonly string[],
  { code, stdout, stderr }: Outcome,
  secrets: readonly string[] = [],
): void {
  expect(documentedCodes).toContain(code);
  const all = stdout + stderr;
  expect(all).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  expect(all).not.toContain('unexpected error: ');
  const words = args.map((arg) => arg.replace(/=.*/s, ''));
  // `auth token` prints the key, which is its purpose.
  const redacted = words.includes('token') ? stderr : all;
  for (const secret of secrets) expect(redacted).not.toContain(secret);
  const failures = stderr.split('\n').filter(isFailure);
  if (failures.length > 0) {
    expect(failures).toEqual([stderr.trimEnd().split('\n').at(-1)]);
    expect(JSON.parse(failures[0] ?? '')).toMatchObject({ exit_code: code });
  }
  if (words.some((word) => printsWords.has(word))) return;
  if (args.some((arg) => printsTable.test(arg))) return;
  const documents = documentsIn(stdout);
  // The empty result is in the file.
  if (code === exitCode.nothing_found && words.includes('--output')) return;
  // A signal may arrive before or after the result is printed.
  const isInterrupted = code === exitCode.interrupted || code === exitCode.terminated;
  if (documents.length > 1) expect(words.filter((word) => printsLines.has(word))).not.toEqual([]);
  else if (code === 0) expect(failures).toEqual([]);
  else if (!isInterrupted && !words.some((word) => printsLines.has(word))) {
    expect(documents.length + failures.length).toBe(1);
  }
}

/** One document on any number of lines, or one per line. */
function documentsIn(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => JSON.parse(line));
  }
}

function isFailure(line: string): boolean {
  return line.startsWith('{"error":') && line.includes('"exit_code":');
}
