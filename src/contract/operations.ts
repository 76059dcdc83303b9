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
