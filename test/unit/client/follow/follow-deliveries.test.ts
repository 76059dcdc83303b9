import { expect, it } from 'vitest';
import type { DeliveryState } from '../../../../src/client/follow/delivery-tracker.ts';
import { followDeliveries } from '../../../../src/client/follow/follow-deliveries.ts';
import { Poller } from '../../../../src/client/follow/poller.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();

function delivery(second: number, status: string, attempts = 1): DeliveryState {
  const [event_id, channel_id] = [`e${second}`, 'c'];
  return { event_id, channel_id, status, round: 1, attempts, created_at: at(second) };
}

const isLive = ({ status }: DeliveryState) => status === 'pending' || status === 'retrying';

/** A service that lists deliveries in its order, three to a page. */
function service(deliveries: DeliveryState[]) {
  let [pages, polls] = [0, 0];
  const read = async ({ cursor = '0' }: { cursor?: string }) => {
    pages += 1;
    if (cursor === '0') polls += 1;
    const newestFirst = deliveries.toSorted((one, other) =>
      other.created_at.localeCompare(one.created_at),
    );
    const listed = [...newestFirst.filter(isLive), ...newestFirst.filter((each) => !isLive(each))];
    const end = Number(cursor) + 3;
    const next = end < listed.length ? String(end) : undefined;
    return { deliveries: listed.slice(Number(cursor), end), next };
  };
  const closed = new AbortController().signal;
  const poller = new Poller({ signal: undefined, closed, retries: undefined, interval: 0 });
  return { read, poller, pages: () => pages, polls: () => polls };
}

const summary = ({ event_id, status, attempts }: DeliveryState) =>
  `${event_id} ${status} ${attempts}`;

it('yields each delivery and each of its changes once', async () => {
  const deliveries = Array.from({ length: 10 }, (_, second) => delivery(second, 'delivered'));
  const changes = [
    () => (deliveries[10] = delivery(10, 'pending', 0)),
    () => (deliveries[10] = delivery(10, 'retrying', 1)),
    () => (deliveries[10] = delivery(10, 'delivered', 2)),
    () => (deliveries[11] = delivery(300, 'delivered')),
    () => (deliveries[12] = delivery(299, 'failed')),
  ];
  const { read, poller } = service(deliveries);
  const seen: string[] = [];
  for await (const each of followDeliveries(read, at(0), poller)) {
    seen.push(summary(each));
    const change = seen.length >= 10 ? changes[seen.length - 10] : undefined;
    change?.();
    if (seen.length === 15) break;
  }
  expect(seen.slice(0, 10).sort()).toEqual(
    Array.from({ length: 10 }, (_, second) => `e${second} delivered 1`),
  );
  expect(seen.slice(10)).toEqual([
    'e10 pending 0',
    'e10 retrying 1',
    'e10 delivered 2',
    'e300 delivered 1',
    'e299 failed 1',
  ]);
});

it('without a time, yields only what is new or changes after the first poll', async () => {
  const deliveries = [
    ...Array.from({ length: 20 }, (_, second) => delivery(second, 'delivered')),
    delivery(-3600, 'retrying'),
  ];
  const { read, poller, pages } = service(deliveries);
  const following = followDeliveries(read, undefined, poller);
  const next = following.next();
  await expect.poll(pages).toBeGreaterThan(20);
  deliveries[20] = delivery(-3600, 'exhausted', 8);
  expect(summary((await next).value ?? delivery(0, ''))).toBe('e-3600 exhausted 8');
  await following.return();
});

it('does not read old deliveries again', async () => {
  const old = Array.from({ length: 300 }, (_, minute) => delivery(-120 * minute, 'delivered'));
  const { read, poller, pages, polls } = service(old);
  const following = followDeliveries(read, at(-7200), poller);
  for (let count = 0; count < 61; count += 1) await following.next();
  const next = following.next();
  const before = [pages(), polls()] as const;
  await expect.poll(polls).toBeGreaterThan(before[1] + 4);
  expect(pages() - before[0]).toBeLessThanOrEqual(2 * (polls() - before[1]));
  old.unshift(delivery(5, 'stopped'));
  expect(summary((await next).value ?? delivery(0, ''))).toBe('e5 stopped 1');
  await following.return();
});
