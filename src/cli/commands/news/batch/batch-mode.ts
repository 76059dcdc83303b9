import { Option } from 'commander';
import type { OperationMode } from '../../../run/operation-mode.ts';

export const defaultConcurrency = '4';

/** The flags of `news search --batch`. */
export const batchMode: OperationMode = {
  options: () => [
    new Option(
      '--batch <file>',
      'run one search per line of a file (- is stdin): a query, or a JSON object with query, hours_ago, limit',
    ).conflicts(['cursor', 'format', 'fields', 'exitStatus']),
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
  replacesArguments: true,
};
