import { operations } from '../../contract/operations.ts';
import { contains, describe, itemsOf, textAt, valueAt } from '../json.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import type { Trial } from '../trial.ts';
import { ensure } from '../violation.ts';

const { alerts, delivery, monitors, news } = operations;

/** docs/service.md §4.3 */
export const parameters: readonly CheckedStatement[] = [
  {
    id: '4.3-1',
    text: '`limit` is 1 to 100.',
    // The command line gets more in several requests.
    surfaces: ['http', 'mcp'],
    needs: ['test world'],
    check: async (trial) => {
      for (const operation of [news.latest, alerts.list, delivery.get]) {
        for (const limit of [1, 100]) await trial.ok(operation, { limit });
        for (const limit of [0, 101, 1.5]) await trial.rejected(operation, { limit });
      }
    },
  },
  {
    id: '4.3-2',
    text: '`hours_ago` is 1 to 8,760.',
    surfaces: surfaceNames,
    needs: ['test world'],
    check: async (trial) => {
      const search = { query: 'rates' };
      for (const hours_ago of [1, 8760]) await trial.ok(news.search, { ...search, hours_ago });
      for (const hours_ago of [0, 8761])
        await trial.rejected(news.search, { ...search, hours_ago });
    },
  },
  {
    id: '4.3-3',
    text: '`every_minutes` is 5 to 43,200, 60 by default.',
    surfaces: surfaceNames,
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const { body } = await trial.monitor();
      ensure(valueAt(body, 'every_minutes') === 60, describe(body));
      const input = (every_minutes: number) => ({ prompt: 'otters', every_minutes });
      for (const minutes of [5, 43_200]) await trial.ok(monitors.create, input(minutes));
      for (const minutes of [4, 43_201]) await trial.rejected(monitors.create, input(minutes));
    },
  },
  {
    id: '4.3-4',
    text: 'A query has at most 10,000 characters.',
    surfaces: surfaceNames,
    needs: ['test world'],
    check: async (trial) => {
      await trial.ok(news.search, { query: 'a'.repeat(10_000) });
      await trial.rejected(news.search, { query: 'a'.repeat(10_001) });
    },
  },
  {
    id: '4.3-5',
    text: 'An unknown input field is an error.',
    surfaces: surfaceNames,
    needs: ['test world'],
    check: async (trial) => void (await trial.rejected(news.latest, { limits: 1 })),
  },
  {
    id: '4.3-6',
    text: '`null` in an optional field means that the field is absent.',
    surfaces: ['http', 'mcp'],
    needs: ['test world'],
    check: async (trial) => {
      const query = { query: await trial.topic() };
      const counts = [{}, { hours_ago: null, limit: null }].map(
        async (input) => itemsOf(await trial.ok(news.search, { ...query, ...input })).length,
      );
      const [absent, given] = await Promise.all(counts);
      ensure(absent === given, `${absent} items without the fields, ${given} with null`);
    },
  },
  {
    id: '4.3-7',
    text: '`every_minutes: null` is on demand; `monitor_id: null` of a connection is all monitors.',
    surfaces: ['http', 'mcp'],
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const { id, body } = await trial.monitor({ every_minutes: null });
      ensure(valueAt(body, 'every_minutes') === null, describe(body));
      ensure(valueAt(body, 'next_run_at') === null, describe(body));
      await trial.ok(monitors.edit, { id, every_minutes: 60 });
      const connection = await trial.connect(undefined, { monitor_id: id });
      const input = { channel_id: connection.id, monitor_id: null, name: null };
      const changed = await trial.ok(delivery.set, input);
      ensure(!contains(changed, id), describe(changed));
    },
  },
  {
    id: '4.3-8',
    text: 'What only the service sets is not a valid input.',
    surfaces: surfaceNames,
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const { id } = await trial.connect();
      await trial.rejected(delivery.set, { channel_id: id, status: 'ended' });
    },
  },
  time('4.3-9', 'A time is any spelling of RFC 3339 with a zone.', 'ok', [
    '2026-11-20T00:00:00Z',
    '2026-11-20t00:00:00z',
    '2026-11-20 00:00:00Z',
    '2026-11-20T00:00:00.123456789Z',
    '2026-11-20T00:00:00-00:00',
    '2026-11-20T01:00:00+01:00',
    '2016-12-31T23:59:60Z',
  ]),
  time(
    '4.3-10',
    'A date or an offset that does not exist, and a time without a zone, are errors.',
    'rejected',
    ['2026-02-30T00:00:00Z', '2026-11-20T00:00:00+25:00', '2026-11-20T00:00:00'],
  ),
  {
    id: '4.3-11',
    text: 'An inclusive `since` takes the times of responses, in UTC with milliseconds.',
    surfaces: surfaceNames,
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      await trial.ok(monitors.run, { id });
      const since = await alertTime(trial, id);
      ensure(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(since), `created_at is ${since}`);
      for (const spelling of [since, since.replace('Z', '9Z')]) {
        const found = await trial.ok(alerts.list, { since: spelling, limit: 1 });
        ensure(contains(found, id), `since ${spelling} excludes the alert of ${since}`);
      }
    },
  },
  {
    id: '4.3-12',
    text: 'In a query string, a time whose offset lost its `+` is understood.',
    needs: ['test world'],
    check: async (trial) => {
      for (const since of ['2026-11-20T00:00:00+01:00', '2026-11-20T00:00:00%2B01:00']) {
        const path = `${alerts.list.path}?since=${since}`;
        const { status } = await trial.send({ method: 'GET', path });
        ensure(status === 200, `${path}: status ${status}`);
      }
    },
  },
];

/** A statement about each of some values of `since`. */
function time(
  id: string,
  text: string,
  outcome: 'ok' | 'rejected',
  values: readonly string[],
): CheckedStatement {
  return {
    id,
    text,
    surfaces: surfaceNames,
    needs: ['test world'],
    check: async (trial) => {
      for (const since of values) await trial[outcome](alerts.list, { since });
    },
  };
}

async function alertTime(trial: Trial, monitorId: string): Promise<string> {
  const listed = itemsOf(await trial.ok(alerts.list));
  return textAt(
    listed.find((alert) => contains(alert, monitorId)),
    'created_at',
  );
}
