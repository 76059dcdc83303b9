import { describe, expect, it } from 'vitest';
import type { ClaimOptions, NewDelivery } from '../../../../../src/server/store/store.ts';
import { aMonitor } from './records.ts';
import { describeStores } from './store-under-test.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const hour = 3_600_000;

describeStores('the outbox', (under) => {
  const delivered = {
    status: 'delivered',
    round: 1,
    attempts: 1,
    round_attempts: 1,
    due_at: null,
    last_status_code: 204,
    last_error: null,
  } as const;

  /** Saves an event for a connection. */
  async function save(
    event_id: string,
    channel_id: string,
    due_at = noon,
    monitor_id: string | null = null,
    run_id: string | null = null,
  ): Promise<void> {
    const delivery: NewDelivery = {
      event_id,
      type: 'news.alert',
      channel_id,
      account_id: 'a',
      monitor_id,
      run_id,
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
    await under.store.outbox.add(delivery);
  }

  async function saveMany(count: number, channel_id: string, due_at = noon): Promise<void> {
    for (let n = 0; n < count; n += 1) await save(`evt_${channel_id}_${n}`, channel_id, due_at);
  }

  async function claim(options: Partial<ClaimOptions> = {}) {
    const claimed = await under.store.outbox.claim({
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
        {
          event_id: 'evt_1',
          payload: '{"about":"evt_1"}',
          round: 1,
          attempts: 1,
          round_attempts: 1,
        },
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
      expect(await under.store.outbox.nextDue()).toBe(noon + 1);
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
    it('ends a delivery that is held, and changes none whose lease was lost', async () => {
      await save('evt_1', 'c');
      await save('evt_2', 'c');
      const [one, two] = await claim();
      await under.store.outbox.settle([
        { event_id: 'evt_1', lease_token: one?.lease_token ?? '', progress: delivered },
        { event_id: 'evt_2', lease_token: 'another', progress: delivered },
      ]);
      const statuses = (await under.store.outbox.list('a', 9)).map(({ event_id, status }) => [
        event_id,
        status,
      ]);
      expect(statuses).toEqual([
        ['evt_2', 'pending'],
        ['evt_1', 'delivered'],
      ]);
      expect(await under.store.outbox.lapsed(noon + 15_000)).toMatchObject([
        { event_id: 'evt_2', lease_token: two?.lease_token },
      ]);
    });

    it('shares a transaction with a claim made at the same time, which sees what it gives back', async () => {
      await save('evt_1', 'c');
      const [held] = await claim();
      const progress = { ...delivered, status: 'retrying', due_at: noon } as const;
      const [, again] = await Promise.all([
        under.store.outbox.settle([
          { event_id: 'evt_1', lease_token: held?.lease_token ?? '', progress },
        ]),
        claimedIds(),
      ]);
      expect(again).toEqual(['evt_1']);
    });
  });

  describe('between two processes', () => {
    it('each event is claimed by one of them, however they meet', async () => {
      for (const channel of ['a', 'b', 'c', 'd', 'e']) await saveMany(8, channel);
      const other = await under.beside();
      const options = { now: noon, lease_until: noon + 15_000, limit: 10, per_channel: 8 };
      const rounds = Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? other : under.store).outbox.claim({ ...options, in_flight: new Map() }),
      );
      const claimed = (await Promise.all(rounds)).flat();
      const left = await claimedIds({ limit: 100, per_channel: 100 });
      const ids = [...claimed.map(({ event_id }) => event_id), ...left];
      expect(new Set(ids).size).toBe(40);
      expect(ids).toHaveLength(40);
      expect(new Set(claimed.map(({ lease_token }) => lease_token)).size).toBe(claimed.length);
    });

    it('a lease that ran out is seen by the other, and a new claim fences the old one off', async () => {
      await save('evt_1', 'c');
      const other = await under.beside();
      const [held] = await claim();
      expect(await other.outbox.lapsed(noon + 14_999)).toEqual([]);
      const [lapsed] = await other.outbox.lapsed(noon + 15_000);
      expect(lapsed).toMatchObject({ event_id: 'evt_1', lease_token: held?.lease_token });
      const retrying = { ...delivered, status: 'retrying', due_at: noon + 16_000 } as const;
      const back = {
        event_id: 'evt_1',
        lease_token: lapsed?.lease_token ?? '',
        progress: retrying,
      };
      await other.outbox.settle([back]);
      const [again] = await claim({ now: noon + 16_000, lease_until: noon + 31_000 });
      expect(again).toMatchObject({ event_id: 'evt_1', attempts: 2 });
      await under.store.outbox.settle([{ ...back, progress: delivered }]);
      expect(await under.store.outbox.list('a', 1)).toMatchObject([{ status: 'retrying' }]);
    });
  });

  describe('a claimed delivery', () => {
    it('comes with its connection, its monitor’s owner and the permission, as they are now', async () => {
      const { accounts, channels, monitors, outbox } = under.store;
      await accounts.put({ id: 'a', name: 'a', plan: 'active', created_at: 1 });
      await accounts.putTeam({
        id: 't',
        name: 't',
        members: [{ account_id: 'a', webhooks: true }],
      });
      const channel = {
        id: 'c',
        account_id: 'a',
        platform: 'webhook',
        webhook_url: 'https://a.example/\u{1f680}"',
        monitor_id: null,
        name: null,
        status: 'active',
        signing_secret: 'whsec_0123456789',
        created_at: 1,
      } as const;
      await channels.create(channel);
      const owner = { type: 'team', id: 't' } as const;
      await monitors.create(aMonitor('m', { owner }));
      await save('evt_1', 'c', noon, 'm');
      await save('evt_2', 'gone', noon, 'gone');
      const [one, two] = await claim();
      expect(one).toMatchObject({ channel, owner, team_webhooks: true });
      expect(two).toMatchObject({ team_webhooks: false });
      expect(two?.channel).toBeUndefined();
      expect(two?.owner).toBeUndefined();
      await accounts.putTeam({
        id: 't',
        name: 't',
        members: [{ account_id: 'a', webhooks: false }],
      });
      await channels.delete('c');
      expect(
        (await outbox.lapsed(noon + 15_000)).find(({ event_id }) => event_id === 'evt_1'),
      ).toMatchObject({
        owner,
        team_webhooks: false,
        channel: undefined,
      });
    });
  });

  describe('looking at the outbox', () => {
    it('knows what comes due next, an event or a lease', async () => {
      expect(await under.store.outbox.nextDue()).toBeUndefined();
      await save('evt_1', 'c');
      await save('evt_2', 'c', noon + hour);
      expect(await under.store.outbox.nextDue()).toBe(noon);
      await claim();
      expect(await under.store.outbox.nextDue()).toBe(noon + 15_000);
    });

    it('gives the events of runs in the order in which they were saved, and nothing for none', async () => {
      await save('evt_z', 'c', noon, null, 'r1');
      await save('evt_a', 'c', noon, null, 'r2');
      await save('evt_b', 'c', noon, null, 'r3');
      const found = await under.store.outbox.ofRuns(['r2', 'r1']);
      expect(found.map(({ event_id }) => event_id)).toEqual(['evt_z', 'evt_a']);
      expect(await under.store.outbox.ofRuns([])).toEqual([]);
    });

    it('knows which events still wait for the end of their first attempt', async () => {
      for (const id of ['evt_1', 'evt_2', 'evt_3']) await save(id, id);
      const { outbox } = under.store;
      await save('evt_4', 'later', noon + hour);
      const [one, two] = await claim();
      const settled = { event_id: 'evt_1', lease_token: one?.lease_token ?? '' };
      await outbox.settle([{ ...settled, progress: delivered }]);
      const retrying = { ...delivered, status: 'retrying', due_at: noon } as const;
      const again = { event_id: 'evt_2', lease_token: two?.lease_token ?? '' };
      await outbox.settle([{ ...again, progress: retrying }]);
      await claim();
      const all = ['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_unknown'];
      expect((await (await under.beside()).outbox.untried(all)).sort()).toEqual(['evt_3', 'evt_4']);
      expect(await outbox.untried([])).toEqual([]);
    });

    it('refuses an event whose id is there already, and keeps the first', async () => {
      await save('evt_1', 'c');
      await expect(save('evt_1', 'd')).rejects.toThrow();
      expect(await under.store.outbox.list('a', 9)).toMatchObject([{ channel_id: 'c' }]);
    });
  });
});
