import { describe, expect, it } from 'vitest';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { delivered, hour, noon, outboxUnderTest } from './outbox-under-test.ts';
import { aChannel, aDelivery, anAccount } from './records.ts';

describeStores('the outbox', (context) => {
  const { save, saveMany, claim, claimedIds } = outboxUnderTest(context);

  describe('a claim', () => {
    it('returns each delivery once, with its payload and the counted attempt', async () => {
      await save('evt_1', 'c');
      expect(await claim()).toMatchObject([
        {
          event_id: 'evt_1',
          payload: '{"about":"evt_1"}',
          traceparent: null,
          round: 1,
          attempts: 1,
          round_attempts: 1,
        },
      ]);
      expect(await claim()).toEqual([]);
    });

    it('takes the longest due first, and nothing that is not due', async () => {
      await save('evt_later', 'c', noon + 1);
      await save('evt_b', 'c', noon - 1);
      await save('evt_a', 'c', noon - 2);
      await save('evt_c', 'd', noon);
      expect(await claimedIds({ limit: 2 })).toEqual(['evt_a', 'evt_b']);
      expect(await claimedIds()).toEqual(['evt_c']);
      expect(await context.store.outbox.nextDue()).toBe(noon + 1);
    });

    it('takes no more for a connection than its limit, including attempts in flight', async () => {
      await saveMany(3, 'c');
      await saveMany(3, 'd');
      const in_flight = new Map([['c', 1]]);
      expect(await claimedIds({ in_flight })).toEqual(['evt_c_0', 'evt_d_0', 'evt_d_1']);
    });

    it('prefers the connection with the fewest attempts in flight to one that has been due longer', async () => {
      await save('evt_slow', 'slow', noon - hour);
      await save('evt_new', 'new');
      const in_flight = new Map([['slow', 1]]);
      expect(await claimedIds({ in_flight, limit: 1 })).toEqual(['evt_new']);
    });

    it('finds due deliveries behind all those of a busy connection', async () => {
      await saveMany(50, 'busy', noon - hour);
      await saveMany(3, 'c');
      await saveMany(1, 'd');
      const in_flight = new Map([['busy', 2]]);
      expect(await claimedIds({ in_flight })).toEqual(['evt_c_0', 'evt_c_1', 'evt_d_0']);
    });

    it('takes no more for a host and for an account than their limits', async () => {
      for (const [id, account_id, host] of [
        ['a', 'one', 'same.example'],
        ['b', 'one', 'same.example'],
        ['c', 'two', 'same.example'],
        ['d', 'two', 'other.example'],
      ] as const) {
        await addRecords(context.store, { accounts: [anAccount(account_id)] });
        const webhook_url = `https://${host}/${id}`;
        await context.store.channels.create(aChannel(id, { account_id, webhook_url }));
        await saveMany(30, id, noon, account_id);
      }
      const hosts = { max: 3, in_flight: new Map([['same.example', 1]]) };
      const accounts = { max: 2, in_flight: new Map([['two', 1]]) };
      expect(await claimedIds({ hosts })).toEqual(['evt_a_0', 'evt_a_1', 'evt_d_0', 'evt_d_1']);
      expect(await claimedIds({ accounts })).toEqual(['evt_a_2', 'evt_a_3', 'evt_c_0']);
    });

    it.each([true, false])(
      'finds the delivery of an account behind those of accounts at their limit (quick: %s)',
      async (isQuick) => {
        const max = 3;
        const in_flight = new Map<string, number>();
        for (const id of ['dead-1', 'dead-2', 'good']) {
          await addRecords(context.store, { accounts: [anAccount(id)] });
          await context.store.channels.create(aChannel(id, { account_id: id }));
          if (id === 'good') continue;
          in_flight.set(id, max);
          for (let n = 0; n < 40; n += 1) {
            await context.store.outbox.add(
              aDelivery(`evt_${id}_${n}`, { account_id: id, channel_id: id, due_at: noon - hour }),
            );
          }
        }
        await context.store.outbox.add(
          aDelivery('evt_good', { account_id: 'good', channel_id: 'good', due_at: noon }),
        );
        expect(await claimedIds({ isQuick, accounts: { max, in_flight } })).toEqual(['evt_good']);
      },
    );

    it('takes deliveries that a wrong clock delayed by more than the maximum', async () => {
      await save('evt_far', 'c', noon + 13 * hour);
      await save('evt_near', 'c', noon + 11 * hour);
      expect(await claimedIds()).toEqual(['evt_far']);
    });
  });

  describe('between two processes', () => {
    it('each delivery is claimed by one of them', async () => {
      for (const channel of ['a', 'b', 'c', 'd', 'e']) await saveMany(8, channel);
      const other = await context.openAgain();
      const options = { now: noon, lease_until: noon + 15_000, limit: 10, max_per_connection: 8 };
      const rounds = Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? other : context.store).outbox.claim({ ...options, in_flight: new Map() }),
      );
      const claimed = (await Promise.all(rounds)).flat();
      const left = await claimedIds({ limit: 100, max_per_connection: 100 });
      const ids = [...claimed.map(({ event_id }) => event_id), ...left];
      expect(new Set(ids).size).toBe(40);
      expect(ids).toHaveLength(40);
      expect(new Set(claimed.map(({ lease_token }) => lease_token)).size).toBe(claimed.length);
    });

    it('an expired lease is seen by the other, and a new claim invalidates it', async () => {
      await save('evt_1', 'c');
      const other = await context.openAgain();
      const [held] = await claim();
      expect(await other.outbox.expiredClaims(noon + 14_999)).toEqual([]);
      const [expired] = await other.outbox.expiredClaims(noon + 15_000);
      expect(expired).toMatchObject({ event_id: 'evt_1', lease_token: held?.lease_token });
      const retrying = { ...delivered, status: 'retrying', due_at: noon + 16_000 } as const;
      const back = {
        event_id: 'evt_1',
        lease_token: expired?.lease_token ?? '',
        progress: retrying,
      };
      await other.outbox.settle([back]);
      const [again] = await claim({ now: noon + 16_000, lease_until: noon + 31_000 });
      expect(again).toMatchObject({ event_id: 'evt_1', attempts: 2 });
      await context.store.outbox.settle([{ ...back, progress: delivered }]);
      expect(await context.store.outbox.list('a', 1)).toMatchObject([{ status: 'retrying' }]);
    });
  });
});
