import { maxSearchItems } from '../../contract/news.ts';
import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import { contains, describe, itemsOf, listAt, textAt, valueAt } from '../json.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { exampleUrl, type Trial } from '../trial.ts';
import { ensure } from '../violation.ts';

const { alerts, briefings, delivery, monitors, news } = operations;

/** docs/service.md §4.4 */
export const pages: readonly CheckedStatement[] = [
  {
    id: '4.4-1',
    text: 'Lists have `has_more`, and `next_cursor`, which is `null` on the last page.',
    surfaces: surfaceNames,
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      for (const [operation, input] of [
        [alerts.list, {}],
        [monitors.runs, { id }],
        [delivery.get, {}],
        [briefings.list, {}],
        [news.latest, {}],
        [news.mine, {}],
        [news.search, { query: 'rates' }],
      ] satisfies [Operation, Record<string, unknown>][]) {
        const page = await trial.ok(operation, { ...input, limit: 1 });
        const [more, cursor] = [valueAt(page, 'has_more'), valueAt(page, 'next_cursor')];
        const isPage = more === true ? typeof cursor === 'string' : cursor === null;
        ensure(typeof more === 'boolean' && isPage, `${operation.name}: ${describe(page)}`);
      }
    },
  },
  {
    id: '4.4-2',
    text: '`cursor` continues a list: its pages have each item once, in the same order.',
    surfaces: surfaceNames,
    needs: ['test world'],
    check: async (trial) => {
      const all = idsOf(await trial.ok(news.latest, { limit: 5 }));
      const first = await trial.ok(news.latest, { limit: 2 });
      const cursor = textAt(first, 'next_cursor');
      const paged = [...idsOf(first), ...idsOf(await trial.ok(news.latest, { cursor, limit: 3 }))];
      ensure(all.join() === paged.join(), `${describe(paged)} is not ${describe(all)}`);
    },
  },
  {
    id: '4.4-3',
    text: 'A cursor that is damaged, or of another list, account or query, is an error.',
    surfaces: surfaceNames,
    needs: ['other key', 'test world'],
    check: async (trial) => {
      const search = { query: await trial.topic(), limit: 1 };
      const latest = textAt(await trial.ok(news.latest, { limit: 1 }), 'next_cursor');
      await trial.rejected(news.latest, { cursor: `${latest.slice(0, -4)}none` });
      await trial.rejected(news.mine, { cursor: latest });
      await trial.rejected(news.latest, { cursor: latest }, 'other');
      await trial.rejected(news.search, { ...search, cursor: latest });
      await trial.ok(news.latest, { cursor: latest, limit: 2 });
    },
  },
  {
    id: '4.4-4',
    text: 'Items that are added or removed between two pages neither repeat nor hide any other.',
    surfaces: surfaceNames,
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const ids = [await alertedMonitor(trial), await alertedMonitor(trial)];
      const page = await trial.ok(alerts.list, { limit: 1 });
      ensure(contains(page, ids[1] ?? ''), 'the newest alert is not first');
      await alertedMonitor(trial);
      await trial.ok(monitors.delete, { id: ids[1] });
      const cursor = textAt(page, 'next_cursor');
      const next = await trial.ok(alerts.list, { limit: 1, cursor });
      ensure(contains(next, ids[0] ?? ''), 'the next alert is not on the next page');
    },
  },
  {
    id: '4.4-5',
    text: `The pages of a search have at most ${maxSearchItems} items in all.`,
    surfaces: surfaceNames,
    needs: ['test world'],
    check: async (trial) => {
      const query = 'the government or the market';
      const seen: string[] = [];
      let cursor: unknown;
      do {
        const page = await trial.ok(news.search, {
          query,
          limit: 50,
          ...(cursor ? { cursor } : {}),
        });
        seen.push(...idsOf(page));
        cursor = valueAt(page, 'next_cursor');
      } while (typeof cursor === 'string' && seen.length <= maxSearchItems);
      ensure(seen.length <= maxSearchItems, `${seen.length} items`);
      ensure(new Set(seen).size === seen.length, 'an item is on two pages');
    },
  },
  {
    id: '4.4-6',
    text: '`channel_id` selects a connection and its deliveries; an unknown one is an error.',
    surfaces: surfaceNames,
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const { id: channel_id } = await trial.connect();
      const { id: other } = await trial.connect(exampleUrl());
      const body = await trial.ok(delivery.get, { channel_id });
      const [channel, ...rest] = listAt(body, 'channels');
      ensure(contains(channel, channel_id) && rest.length === 0, describe(body));
      ensure(!contains(body, other), 'it has another connection');
      await trial.rejected(delivery.get, { channel_id: `${channel_id}-none` });
    },
  },
];

function idsOf(page: unknown): string[] {
  return itemsOf(page).map((item) => textAt(item, 'id'));
}

/** Creates a monitor and an alert of it. @returns the id of the monitor */
async function alertedMonitor(trial: Trial): Promise<string> {
  const { id } = await trial.monitor();
  await trial.ok(monitors.run, { id });
  return id;
}
