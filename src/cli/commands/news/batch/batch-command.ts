import { pMapIterable } from 'p-map';
import type { CallSettings } from '../../../config/settings.ts';
import { type ExitCode, exitCode } from '../../../errors/exit-code.ts';
import { Failure, usageFailure } from '../../../errors/failure.ts';
import { escapeControls } from '../../../output/json-text.ts';
import { createCliClient, withSettings } from '../../../run/cli-client.ts';
import { interruptible } from '../../../run/interruption.ts';
import { readInput } from '../../../run/read-input.ts';
import type { runOperation } from '../../../run/run-operation.ts';
import type { Shell } from '../../../shell.ts';
import { BatchFile } from './batch-file.ts';
import { type BatchLine, batchLines } from './batch-lines.ts';
import { type BatchResult, BatchSearch } from './batch-search.ts';

interface BatchOptions {
  /** `-` is standard input. */
  file: string;
  /** Searches in flight. */
  concurrency: number;
  resume: boolean;
}

/**
 * Searches for every line of a file and prints what came of each, in their order, as JSON Lines. What
 * is wrong with one search is its result; what every further search would end in ends the batch.
 */
export function batchCommand(options: BatchOptions): typeof runOperation {
  return async (operation, values, flags, shell) => {
    if (options.resume && flags.output === undefined) {
      throw usageFailure('invalid_value', '--resume goes with --output: it goes on with that file');
    }
    if (options.file === '-' && flags.apiKeyFile === '-') {
      throw usageFailure('invalid_value', '- (standard input) is given twice');
    }
    const { query: _, ...defaults } = await readInput(
      operation,
      { ...values, query: 'any' },
      flags,
      shell,
    );
    const lines = batchLines(options.file, shell.stdin, defaults);
    await withSettings(flags, shell, (settings) =>
      interruptible(operation, shell, (signal) =>
        runBatch(lines, { ...options, output: flags.output, settings, signal }, shell),
      ),
    );
  };
}

interface RunOptions extends BatchOptions {
  output: string | undefined;
  settings: CallSettings;
  signal: AbortSignal;
}

async function runBatch(
  lines: AsyncIterable<BatchLine>,
  { output, settings, resume, signal, concurrency }: RunOptions,
  shell: Shell,
): Promise<void> {
  const caller = createCliClient({ ...settings, retries: 0 }, shell);
  const file = output === undefined ? undefined : await BatchFile.open(output, resume);
  const done = file?.done ?? [];
  const search = new BatchSearch(caller, { retries: settings.retries, signal });
  const progress = await progressFrom(done.length, shell);
  let code: ExitCode = exitCode.ok;
  let failed = 0;
  try {
    const results = pMapIterable(undone(lines, done), (line) => search.run(line), {
      concurrency,
      // A slow search holds up those after it a little less.
      backpressure: 4 * concurrency,
    });
    for await (const result of results) {
      // The first search that failed gives the batch its exit code.
      if (code === exitCode.ok) code = result.exitCode;
      if (result.exitCode !== exitCode.ok) failed += 1;
      shell.exit(code);
      const isTaken = await put(result, result.isFinal ? undefined : file, shell);
      if (result.isFinal || !isTaken) return;
      progress?.increment();
    }
    await file?.finish();
    // Those on stdout speak for themselves.
    if (file && failed > 0) throw someFailed(failed, code);
  } finally {
    progress?.stop();
    await file?.close();
    await caller.close();
  }
}

function someFailed(count: number, code: ExitCode): Failure {
  return new Failure({
    error: 'searches_failed',
    kind: 'response',
    message: `${count} of the searches failed: the file says why, in place of their results`,
    hint: 'Search for those again: their lines have error in place of result',
    exitCode: code,
  });
}

/** Resolves with whether a reader of stdout is still there. */
async function put(
  { json }: BatchResult,
  file: BatchFile | undefined,
  { output }: Shell,
): Promise<boolean> {
  if (!file) return output.deliver(json);
  await file.add(output.redacted(escapeControls(json)));
  return true;
}

async function progressFrom(done: number, { output: { terminal } }: Shell) {
  if (!terminal) return undefined;
  const { BatchProgressBar } = await import('./batch-progress-bar.ts');
  return new BatchProgressBar(terminal, done);
}

/**
 * The lines whose results are not there yet.
 *
 * @throws {Failure} when the results are those of other queries
 */
async function* undone(
  lines: AsyncIterable<BatchLine>,
  done: readonly (string | null)[],
): AsyncGenerator<BatchLine> {
  let index = 0;
  for await (const line of lines) {
    const known = done[index];
    index += 1;
    if (known === undefined) {
      yield line;
    } else if (known !== line.query) {
      throw usageFailure(
        'invalid_value',
        `--resume: result ${index} is for another query than line ${line.line}`,
        'Give the file that the batch was started with, or leave --resume out',
      );
    }
  }
}
