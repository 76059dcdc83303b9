import { pMapIterable } from 'p-map';
import type { CallSettings } from '../../../config/settings.ts';
import { type ExitCode, exitCode } from '../../../errors/exit-code.ts';
import { Failure, invalidInput } from '../../../errors/failure.ts';
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
 * Runs one search per line of a file and prints the results in order, as JSON Lines. A failed search
 * has its error as its result; an error that every further search would meet ends the batch.
 */
export function batchCommand(options: BatchOptions): typeof runOperation {
  return async (operation, values, flags, shell) => {
    if (options.resume && flags.output === undefined) {
      throw invalidInput('--resume requires --output, the file to continue');
    }
    if (options.file === '-' && flags.apiKeyFile === '-') {
      throw invalidInput('- (standard input) is given twice: --batch, --api-key-file');
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
  const client = createCliClient({ ...settings, retries: 0 }, shell);
  const file = output === undefined ? undefined : await BatchFile.open(output, resume);
  const done = file?.done ?? [];
  const search = new BatchSearch(client, { retries: settings.retries, signal });
  const progress = await progressFrom(done.length, shell);
  let code: ExitCode = exitCode.ok;
  let failed = 0;
  try {
    const results = pMapIterable(remaining(lines, done), (line) => search.run(line), {
      concurrency,
      // So that a slow search does not stop the ones after it at once.
      backpressure: 4 * concurrency,
    });
    for await (const result of results) {
      // The exit code is that of the first failed search.
      if (code === exitCode.ok) code = result.exitCode;
      if (result.exitCode !== exitCode.ok) failed += 1;
      shell.exit(code);
      const isTaken = await write(result, result.isFinal ? undefined : file, shell);
      if (result.isFinal || !isTaken) return;
      progress?.increment();
    }
    await file?.finish();
    // On stdout the errors are visible.
    if (file && failed > 0) throw searchesFailed(failed, code);
  } finally {
    progress?.stop();
    await file?.close();
    await client.close();
  }
}

function searchesFailed(count: number, code: ExitCode): Failure {
  return new Failure(
    'searches_failed',
    `${count} of the searches failed; their lines in the file have an error instead of a result`,
    { exitCode: code },
  );
}

/** Resolves to false if the reader of stdout has closed it. */
async function write(
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
 * Skips the lines that have a result already.
 *
 * @throws {Failure} if the results are for other queries
 */
async function* remaining(
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
      throw invalidInput(
        `--resume: result ${index} is not for the query of line ${line.line}`,
        'Use the file that the batch was started with, or omit --resume',
      );
    }
  }
}
