import type { Client } from 'newswatch';
import { tickOf } from '../../helpers/scatter-ticks.ts';
import { countRepeated, countValues } from '../kills/kill-run.ts';
import { countOf, type Load, monitorCount } from './load.ts';
import { type Receiver, receiverPaths } from './receiver.ts';

/** Violations by requirement. All must be empty. */
export type Findings = Record<string, readonly string[]>;

export interface Totals {
  news: number;
  monitors: number;
  writes: number;
  alerts: number;
  events: number;
  arrivals: number;
  repeatedArrivals: number;
  ticks: number;
}

/** All alerts of the account, with the titles of their results. */
export function allAlerts(client: Client) {
  return allPages(async (page) => {
    const { alerts, ...more } = await client.alerts.list(page);
    return { items: alerts, ...more };
  });
}

/** All events of the account. */
function allEvents(client: Client) {
  return allPages(async (page) => {
    const { webhook_deliveries, ...more } = await client.delivery.get(page);
    return { items: webhook_deliveries, ...more };
  });
}

interface Page {
  limit: number;
  cursor?: string;
}

async function allPages<Item>(
  read: (page: Page) => Promise<{ items: Item[]; next_cursor?: string | null | undefined }>,
): Promise<Item[]> {
  const limit = 100;
  const all: Item[] = [];
  let { items, next_cursor } = await read({ limit });
  for (;;) {
    all.push(...items);
    if (typeof next_cursor !== 'string') return all;
    ({ items, next_cursor } = await read({ limit, cursor: next_cursor }));
  }
}

/** Compares acknowledged changes with the stored records and the received events. */
export async function findings(
  client: Client,
  load: Load,
  receiver: Receiver,
  firstTicks: ReadonlyMap<string, number>,
): Promise<{ lost: Findings; totals: Totals }> {
  const alerts = await allAlerts(client);
  const events = await allEvents(client);
  const alertedTitles = countValues(
    alerts.flatMap(({ results }) => results.map(({ title }) => title)),
  );
  const monitors = new Set((await client.monitors.list()).monitors.map(({ id }) => id));
  const runs = new Set(alerts.map(({ run_id }) => run_id));
  const eventsOfRun = countValues(events.map(({ run_id }) => run_id ?? ''));
  const arrived = countValues(receiver.arrivals.map(({ event }) => event));
  const ticks = await scheduledTicks(client, firstTicks);
  const counts = await Promise.all(
    load.registers.map(async ({ monitor, acknowledged, sent }) => {
      const count = countOf((await client.monitors.get({ id: monitor })).title);
      return count >= acknowledged && count <= sent
        ? []
        : `${count}, not ${acknowledged} to ${sent}`;
    }),
  );
  const requests = countRequests(receiver);
  return {
    lost: {
      'acknowledged news without an alert': [...load.news].filter(
        (title) => !alertedTitles.has(title),
      ),
      'news alerted more than once': repeatedKeys(alertedTitles),
      'acknowledged monitors that are gone': [...load.created].filter((id) => !monitors.has(id)),
      'acknowledged changes that are gone': counts.flat(),
      'requests that failed with an internal error': load.failures
        .filter(({ kind }) => kind.startsWith('internal'))
        .map(({ kind }) => kind),
      'reads without an acknowledged change': load.staleReads,
      'listed alerts that are gone': [...load.listed].filter((run) => !runs.has(run)),
      'events that arrived for alerts that are gone': receiver.arrivals
        .filter(({ run }) => !runs.has(run))
        .map(({ event }) => event),
      'alerts without one event for each connection': [...runs].filter(
        (run) => eventsOfRun.get(run) !== receiverPaths.length,
      ),
      'events that were not delivered': events
        .filter(({ status }) => status !== 'delivered')
        .map(({ event_id }) => event_id),
      'events that did not arrive': events
        .filter(({ event_id }) => !arrived.has(event_id))
        .map(({ event_id }) => event_id),
      'requests that are no counted attempt': events
        .filter(({ event_id, attempts }) => (requests.get(event_id) ?? 0) > attempts)
        .map(({ event_id }) => event_id),
      'ticks that ran more than once': repeatedKeys(countValues(ticks)),
    },
    totals: {
      news: load.news.size,
      monitors: load.created.size,
      writes: load.registers.reduce((sum, { times }) => sum + times.length, 0),
      alerts: alerts.length,
      events: events.length,
      arrivals: receiver.arrivals.length,
      repeatedArrivals: countRepeated(receiver.arrivals.map(({ event }) => event)),
      ticks: ticks.length,
    },
  };
}

/** The monitor and the number of the tick of each scheduled run. */
async function scheduledTicks(
  client: Client,
  firstTicks: ReadonlyMap<string, number>,
): Promise<string[]> {
  const ticks: string[] = [];
  for (let n = 0; n < monitorCount; n += 1) {
    const id = `mon_${n}`;
    const runs = await allPages(async (page) => {
      const { runs: items, ...more } = await client.monitors.runs({ id, ...page });
      return { items, ...more };
    });
    for (const { trigger, started_at } of runs) {
      if (trigger !== 'schedule') continue;
      ticks.push(`${id} ${tickOf(Date.parse(started_at), firstTicks.get(id))}`);
    }
  }
  return ticks;
}

function countRequests({ requests }: Receiver): Map<string, number> {
  return new Map([...requests].map(([key, count]) => [key.split(' ')[1] ?? '', count]));
}

function repeatedKeys(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].filter(([, count]) => count > 1).map(([key]) => key);
}
