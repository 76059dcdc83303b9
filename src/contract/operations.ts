import { accountOverview } from './account.ts';
import * as alerts from './alerts.ts';
import * as briefings from './briefings.ts';
import * as delivery from './delivery.ts';
import * as monitors from './monitors.ts';
import * as news from './news.ts';
import type { InputOf, Operation, OutputOf } from './operation.ts';
import { usage } from './usage.ts';

/** Every function of the service: the one table that all surfaces are made from. */
export const operations = {
  account: { overview: accountOverview },
  news: {
    search: news.newsSearch,
    latest: news.newsLatest,
    mine: news.newsMine,
    get: news.newsGet,
  },
  monitors: {
    list: monitors.monitorsList,
    create: monitors.monitorsCreate,
    run: monitors.monitorsRun,
    runs: monitors.monitorsRuns,
    pause: monitors.monitorsPause,
    resume: monitors.monitorsResume,
    pause_all: monitors.monitorsPauseAll,
    delete: monitors.monitorsDelete,
  },
  alerts: { list: alerts.alertsList },
  delivery: {
    get: delivery.deliveryGet,
    connect: delivery.deliveryConnect,
    set: delivery.deliverySet,
    test: delivery.deliveryTest,
    disconnect: delivery.deliveryDisconnect,
  },
  briefings: { list: briefings.briefingsList },
  usage,
};

export type Operations = typeof operations;

/** The same functions in the order of the table, for surfaces that walk it. */
export const operationList: readonly Operation[] = Object.values(operations).flatMap((entry) =>
  isOperation(entry) ? [entry] : Object.values<Operation>(entry),
);

/** What the groups of the table are about, by the first word of their operations. */
export const groups: ReadonlyMap<string, string> = new Map([
  ['account', 'Your account and plan'],
  ['news', 'News in the service’s own index'],
  ['monitors', 'Standing watches'],
  ['alerts', 'Results of monitor runs'],
  ['delivery', 'Signed webhooks'],
  ['briefings', 'Briefings'],
  ['usage', 'How often each operation was called'],
]);

/** A function for each operation, in the table's own shape; `Extra` are its further parameters. */
export type Methods<Table, Extra extends unknown[]> = {
  [Key in keyof Table]: Table[Key] extends Operation
    ? Method<Table[Key], Extra>
    : Methods<Table[Key], Extra>;
};

type Method<Op extends Operation, Extra extends unknown[]> =
  Record<never, never> extends InputOf<Op>
    ? (input?: InputOf<Op>, ...extra: Extra) => Promise<OutputOf<Op>>
    : (input: InputOf<Op>, ...extra: Extra) => Promise<OutputOf<Op>>;

/** The table's own shape, with something made of each operation in its place. */
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

/** Whether a value of the table is an operation and not a group of them. */
export function isOperation(value: object): value is Operation {
  return 'path' in value;
}
