import { pMapIterable } from 'p-map';
import type { Operation } from '../../../../contract/operation.ts';
import { type ExitCode, exitCode } from '../../../errors/exit-code.ts';
import { Failure, invalidInput } from '../../../errors/failure.ts';
import { escapeControls } from '../../../output/json-text.ts';
import { createCliClient, withSettings } from '../../../run/cli-client.ts';
import { parseInteger } from '../../../run/flag-values.ts';
import { interruptible } from '../../../run/interruption.ts';
import type { Outcome } from '../../../run/outcome.ts';
import { readCommandInput } from '../../../run/read-command-input.ts';
import type { CallFlags } from '../../../run/run-operation.ts';
import { rejectSharedInput } from '../../../run/standard-input.ts';
import { startProgress } from '../../../run/start-progress.ts';
import type { Shell } from '../../../shell.ts';
import { BatchFile } from './batch-file.ts';
import { type BatchLine, batchLines, countLines } from './batch-lines.ts';
import { defaultConcurrency } from './batch-mode.ts';
import { BatchSearch } from './batch-search.ts';

interface BatchFlags extends CallFlags {
  /** `-` is standard input. */
  batch?: string;
  concurrency?: string;
  resume?: boolean;
}

/**
 * Runs one search per line of a file and prints the results in order, as JSON Lines. A failed
 * search prints its error. If all later searches would fail with the same error, the batch ends.
 */
export async function runBatch(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  flags: BatchFlags,
  shell: Shell,
): Promise<void> {
  const { batch = '-', resume = false, output } = flags;
  const range = { min: 1, max: 64 };
  const inFlight = flags.concurrency ?? defaultConcurrency;
  const concurrency = parseInteger('--concurrency', inFlight, range);
  if (resume && output === undefined) {
    throw invalidInput('--resume requires --output, the file to continue');
  }
  if (batch === '-' && flags.apiKeyFile === '-') rejectSharedInput(['--api-key-file', '--batch']);
  const withQuery = { ...values, query: 'any' };
  const { query: _, ...defaults } = await readCommandInput(operation, withQuery, flags, shell);
  const lines = batchLines(batch, defaults, shell);
  await withSettings(flags, shell, (settings) =>
    interruptible(operation, shell, async (signal) => {
      const { retries, timeout } = settings;
      const client = createCliClient({ ...settings, retries: 0 }, shell);
      const redact = (text: string) => shell.output.redacted(text);
      const search = new BatchSearch(client, { retries, timeout, signal, redact });
      try {
        const file = output === undefined ? undefined : await BatchFile.open(output, resume);
        const progress = await startProgress(flags, shell, { streams: file === undefined });
        try {
          const total = progress && (await countLines(batch));
          const show = (count: number) =>
            progress?.update({ count, total, unit: ['search', 'searches'] });
          await searchAll(lines, { search, concurrency, file, show }, shell);
        } finally {
          progress?.end();
          await file?.close();
          if (file?.isPartial) {
            shell.output.note(
              `newswatch: the results so far are in ${file.partial}; --resume continues`,
            );
          }
        }
      } finally {
        await client.close();
      }
    }),
  );
}

interface BatchOptions {
  search: BatchSearch;
  /** Searches in flight. */
  concurrency: number;
  /** Where to write the results (default: stdout). */
  file: BatchFile | undefined;
  /** Shows the number of searches that are done. */
  show(count: number): void;
}

async function searchAll(
  lines: AsyncIterable<BatchLine>,
  { search, concurrency, file, show }: BatchOptions,
  shell: Shell,
): Promise<void> {
  const done = file?.done ?? [];
  let count = done.length;
  show(count);
  let code: ExitCode = exitCode.ok;
  let failed = 0;
  const results = pMapIterable(remainingLines(lines, done), (line) => search.run(line), {
    concurrency,
    // Searches that may run, or wait to be printed, behind a slow one.
    backpressure: 4 * concurrency,
  });
  for await (const result of results) {
    if (result.exitCode !== exitCode.ok) failed += 1;
    // The exit code and the line on stderr are those of the first failed search.
    if (code === exitCode.ok && result.exitCode !== exitCode.ok) {
      code = result.exitCode;
      shell.output.problem(result.problem);
    }
    shell.exit(code);
    const isWritten = await write(result, result.isFinal ? undefined : file, shell);
    if (result.isFinal || !isWritten) return;
    count += 1;
    show(count);
  }
  await file?.finish();
  // On stdout, the errors are visible already.
  if (file && failed > 0) {
    const message = `${failed} of the searches failed; see the lines with "error" in the file`;
    throw new Failure('searches_failed', message, { exitCode: code });
  }
}

/** Resolves to false if the reader of stdout has closed it. */
async function write(
  { json }: Outcome,
  file: BatchFile | undefined,
  { output }: Shell,
): Promise<boolean> {
  if (!file) return output.deliver(json);
  await file.add(output.redacted(escapeControls(json)));
  return true;
}

/**
 * Yields the lines that have no result yet.
 *
 * @throws {Failure} if the existing results are for other queries
 */
async function* remainingLines(
  lines: AsyncIterable<BatchLine>,
  done: readonly (string | null)[],
): AsyncGenerator<BatchLine> {
  let index = 0;
  for await (const line of lines) {
    const doneQuery = done[index];
    index += 1;
    if (doneQuery === undefined) {
      yield line;
    } else if (doneQuery !== line.query) {
      throw invalidInput(
        `--resume: result ${index} is not for the query of line ${line.line}`,
        'Use the file that the batch was started with, or omit --resume',
      );
    }
  }
}
