import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/server/store/sqlite/sqlite-store.ts';
import type { ClaimOptions, OutgoingDelivery, Store } from '../../../src/server/store/store.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const hour = 3_600_000;

let store: Store;
beforeEach(() => {
  store = openSqliteStore(':memory:');
});
afterEach(() => store.close());

/** Saves an event for a connection. */
async function save(event_id: string, channel_id: string, due_at = noon): Promise<void> {
  const delivery: OutgoingDelivery = {
    event_id,
    type: 'news.alert',
    channel_id,
    account_id: 'a',
    monitor_id: null,
    run_id: null,
    payload: `{"about":"${event_id}"}`,
    created_at: noon,
    status: 'pending',
    round: 0,
    attempts: 0,
    round_attempts: 0,
    due_at,
    last_attempt_at: null,
    last_status_code: null,
    last_error: null,
  };
  await store.outbox.add(delivery);
}

async function saveMany(count: number, channel_id: string, due_at = noon): Promise<void> {
  for (let n = 0; n < count; n += 1) await save(`evt_${channel_id}_${n}`, channel_id, due_at);
}

async function claim(options: Partial<ClaimOptions> = {}) {
  const claimed = await store.outbox.claim({
    now: noon,
    lease_until: noon + 15_000,
    limit: 4,
    per_channel: 2,
    in_flight: new Map(),
    ...options,
  });
  return claimed.toSorted((one, other) => one.event_id.localeCompare(other.event_id));
}

async function claimedIds(options?: Partial<ClaimOptions>): Promise<string[]> {
  return (await claim(options)).map(({ event_id }) => event_id);
}

describe('a claim', () => {
  it('gives each event once, with what it says and its attempt counted', async () => {
    await save('evt_1', 'c');
    expect(await claim()).toMatchObject([
      { event_id: 'evt_1', payload: '{"about":"evt_1"}', round: 1, attempts: 1, round_attempts: 1 },
    ]);
    expect(await claim()).toEqual([]);
  });

  it('takes the longest due first, and nothing that is due later', async () => {
    await save('evt_later', 'c', noon + 1);
    await save('evt_b', 'c', noon - 1);
    await save('evt_a', 'c', noon - 2);
    await save('evt_c', 'd', noon);
    expect(await claimedIds({ limit: 2 })).toEqual(['evt_a', 'evt_b']);
    expect(await claimedIds()).toEqual(['evt_c']);
    expect(await store.outbox.nextDue()).toBe(noon + 1);
  });

  it('takes no more for one connection than its share, those in flight counted', async () => {
    await saveMany(3, 'c');
    await saveMany(3, 'd');
    const in_flight = new Map([['c', 1]]);
    expect(await claimedIds({ in_flight })).toEqual(['evt_c_0', 'evt_d_0', 'evt_d_1']);
  });

  it('gives a place to the connection that has the fewest, before one that has waited longer', async () => {
    await save('evt_slow', 'slow', noon - hour);
    await save('evt_new', 'new');
    const in_flight = new Map([['slow', 1]]);
    expect(await claimedIds({ in_flight, limit: 1 })).toEqual(['evt_new']);
  });

  it('finds what is due behind all that waits for a connection that is busy', async () => {
    await saveMany(50, 'busy', noon - hour);
    await saveMany(3, 'c');
    await saveMany(1, 'd');
    const in_flight = new Map([['busy', 2]]);
    expect(await claimedIds({ in_flight })).toEqual(['evt_c_0', 'evt_c_1', 'evt_d_0']);
  });

  it('takes what a clock that had jumped put off for longer than anything ever is', async () => {
    await save('evt_far', 'c', noon + 13 * hour);
    await save('evt_near', 'c', noon + 11 * hour);
    expect(await claimedIds()).toEqual(['evt_far']);
  });
});

describe('a settlement', () => {
  const delivered = {
    status: 'delivered',
    round: 1,
    attempts: 1,
    round_attempts: 1,
    due_at: null,
    last_status_code: 204,
    last_error: null,
  } as const;

  it('ends a delivery that is held, and changes none whose lease was lost', async () => {
    await save('evt_1', 'c');
    await save('evt_2', 'c');
    const [one, two] = await claim();
    await store.outbox.settle([
      { event_id: 'evt_1', lease_token: one?.lease_token ?? '', progress: delivered },
      { event_id: 'evt_2', lease_token: 'another', progress: delivered },
    ]);
    const statuses = (await store.outbox.list('a', 9)).map(({ event_id, status }) => [
      event_id,
      status,
    ]);
    expect(statuses).toEqual([
      ['evt_2', 'pending'],
      ['evt_1', 'delivered'],
    ]);
    expect(await store.outbox.lapsed(noon + 15_000)).toMatchObject([
      { event_id: 'evt_2', lease_token: two?.lease_token },
    ]);
  });

  it('shares a transaction with a claim made at the same time, which sees what it gives back', async () => {
    await save('evt_1', 'c');
    const [held] = await claim();
    const progress = { ...delivered, status: 'retrying', due_at: noon } as const;
    const [, again] = await Promise.all([
      store.outbox.settle([{ event_id: 'evt_1', lease_token: held?.lease_token ?? '', progress }]),
      claimedIds(),
    ]);
    expect(again).toEqual(['evt_1']);
  });
});
