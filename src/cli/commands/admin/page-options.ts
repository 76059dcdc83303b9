import { Option } from 'commander';
import { parseInteger } from '../../run/flag-values.ts';

/** The flags of lists in the store. */
export interface PageFlags {
  limit: string;
  cursor?: string;
}

const maxLimit = 10_000;

export const pageOptions = [
  new Option('-n, --limit <n>', `how many to list, at most ${maxLimit}`).default('100'),
  new Option(
    '--cursor <cursor>',
    'next_cursor of the page before (default: start at the beginning)',
  ),
];

/** @throws {Failure} `invalid_value` if the limit is not valid */
export function pageOf({ limit, cursor }: PageFlags): {
  limit: number;
  cursor?: string | undefined;
} {
  return { limit: parseInteger('--limit', limit, { min: 1, max: maxLimit }), cursor };
}
