import { Option } from 'commander';
import { usageFailure } from '../../../errors/failure.ts';
import type { runOperation } from '../../../run/run-operation.ts';

interface BatchFlags {
  batch?: string;
  concurrency?: string;
  resume?: boolean;
}

const defaultConcurrency = '4';

/** `news search --batch`: its flags alone; what it does is loaded when it is asked for. */
export const batchMode = {
  /** Made anew for each program. */
  options: () => [
    new Option(
      '--batch <file>',
      'search for each line of a file (- is stdin): a query, or a JSON object of query, hours_ago, limit',
    ).conflicts(['compact', 'jsonl', 'exitStatus']),
    new Option(
      '--concurrency <n>',
      `with --batch: searches in flight, 1 to 64 (${defaultConcurrency} unless given)`,
    ).default(undefined, defaultConcurrency),
    new Option('--resume', 'with --batch and --output: go on where the run before was stopped'),
  ],
  examples: [
    'news search --batch queries.txt > results.jsonl',
    'news search --batch queries.txt --output results.jsonl --resume --concurrency 8',
  ],
  /** The argument is in the lines of the batch. */
  replacesArguments: ({ batch }: BatchFlags) => batch !== undefined,
  /**
   * What the flags ask for; `undefined` where that is a plain call.
   *
   * @throws {Failure} when the flags cannot be carried out as written
   */
  async action({
    batch,
    concurrency,
    resume,
  }: BatchFlags): Promise<typeof runOperation | undefined> {
    if (batch !== undefined) {
      const most = parseConcurrency(concurrency ?? defaultConcurrency);
      const { batchCommand } = await import('./batch-command.ts');
      return batchCommand({ file: batch, concurrency: most, resume: resume === true });
    }
    if (concurrency === undefined && !resume) return undefined;
    const stray = resume ? '--resume' : '--concurrency';
    throw usageFailure('invalid_value', `${stray} goes with --batch`);
  },
};

function parseConcurrency(text: string): number {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= 64) return number;
  throw usageFailure(
    'invalid_value',
    `--concurrency must be a whole number from 1 to 64 (got ${JSON.stringify(text)})`,
  );
}
