import { Option } from 'commander';
import { invalidInput } from '../../../errors/failure.ts';
import { parseInteger } from '../../../run/flag-values.ts';
import type { OperationMode } from '../../../run/operation-mode.ts';

interface BatchFlags {
  batch?: string;
  concurrency?: string;
  resume?: boolean;
}

const defaultConcurrency = '4';

/** The flags of `news search --batch`; the code behind them is loaded when they are used. */
export const batchMode: OperationMode = {
  options: () => [
    new Option(
      '--batch <file>',
      'run one search per line of a file (- is stdin): a query, or a JSON object with query, hours_ago, limit',
    ).conflicts(['compact', 'jsonl', 'exitStatus']),
    new Option('--concurrency <n>', 'with --batch: searches in flight, 1 to 64').default(
      undefined,
      defaultConcurrency,
    ),
    new Option('--resume', 'with --batch and --output: continue an interrupted run'),
  ],
  examples: [
    'news search --batch queries.txt > results.jsonl',
    'news search --batch queries.txt --output results.jsonl --resume --concurrency 8',
  ],
  /** The lines of the batch contain the queries. */
  replacesArguments: ({ batch }: BatchFlags) => batch !== undefined,
  async action({ batch, concurrency, resume }: BatchFlags) {
    if (batch !== undefined) {
      const text = concurrency ?? defaultConcurrency;
      const maxInFlight = parseInteger('--concurrency', text, { min: 1, max: 64 });
      const { batchCommand } = await import('./batch-command.ts');
      return batchCommand({ file: batch, concurrency: maxInFlight, resume: resume === true });
    }
    if (concurrency === undefined && !resume) return undefined;
    const stray = resume ? '--resume' : '--concurrency';
    throw invalidInput(`${stray} requires --batch`);
  },
};
