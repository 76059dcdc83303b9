import { account } from './account.ts';
import { alerts } from './alerts.ts';
import { briefings } from './briefings.ts';
import { delivery } from './delivery.ts';
import { monitors } from './monitors.ts';
import { news } from './news.ts';
import type { Operation } from './operation.ts';
import { profile } from './profile.ts';
import { usage } from './usage.ts';

/** All operations. Every surface is generated from this table. */
export const operations = {
  account,
  news,
  monitors,
  alerts,
  delivery,
  briefings,
  usage,
  profile,
};

export type Operations = typeof operations;

/** All operations, in the order of the table. */
export const operationList: readonly Operation[] = Object.values(operations).flatMap((entry) =>
  isOperation(entry) ? [entry] : Object.values<Operation>(entry),
);

/** Descriptions of the operation groups, by their keys in {@link operations}. */
export const groupDescriptions: ReadonlyMap<string, string> = new Map([
  ['account', 'Show your account and plan'],
  ['news', 'Search and list news'],
  ['monitors', 'Manage and run monitors'],
  ['alerts', 'List the results of monitor runs'],
  ['delivery', 'Manage webhook connections'],
  ['briefings', 'List briefings'],
  ['usage', 'Show your usage'],
  ['profile', 'Show and change your profile'],
]);

/** Copies the table with every operation replaced by the result of `make`. */
export function mapOperations(
  table: object,
  make: (operation: Operation) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).map(([key, entry]) => [
      key,
      isOperation(entry) ? make(entry) : mapOperations(entry, make),
    ]),
  );
}

/** Whether an entry of the table is an operation, not a group. */
export function isOperation(value: object): value is Operation {
  return 'path' in value;
}
