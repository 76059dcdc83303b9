import { describe, expect, it } from 'vitest';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { delivered, hour, noon, outboxUnderTest } from './outbox-under-test.ts';
import { aMonitor } from './records.ts';

describeStores('the outbox', (context) => {
  const { save, claim, claimedIds } = outboxUnderTest(context);

  describe('a settlement', () => {
    it('stores the outcome of a leased delivery, and nothing if the lease was lost', async () => {
      await save('evt_1', 'c');
      await save('evt_2', 'c');
      const [one, two] = await claim();
      await context.store.outbox.settle([
        { event_id: 'evt_1', lease_token: one?.lease_token ?? '', progress: delivered },
        { event_id: 'evt_2', lease_token: 'another', progress: delivered },
      ]);
      const statuses = (await context.store.outbox.list('a', 9)).map(({ event_id, status }) => [
        event_id,
        status,
      ]);
      expect(statuses).toEqual([
        ['evt_2', 'pending'],
        ['evt_1', 'delivered'],
      ]);
      expect(await context.store.outbox.expiredClaims(noon + 15_000)).toMatchObject([
        { event_id: 'evt_2', lease_token: two?.lease_token },
      ]);
    });

    it('of a delivery that was not attempted leaves the outcome of the first attempt open', async () => {
      await save('evt_1', 'c');
      const [held] = await claim();
      const unsent = {
        status: 'pending',
        round: 0,
        attempts: 0,
        round_attempts: 0,
        due_at: noon,
        last_status_code: null,
        last_error: null,
        settled_at: null,
      } as const;
      const lease = { event_id: 'evt_1', lease_token: held?.lease_token ?? '' };
      await context.store.outbox.settle([{ ...lease, progress: unsent, isUnsent: true }]);
      expect(await context.store.outbox.get('evt_1')).toMatchObject({
        ...unsent,
        first_status: null,
      });
      expect(await claim()).toMatchObject([{ attempts: 1, status: 'pending' }]);
    });

    it('is seen by a claim that is made at the same time', async () => {
      await save('evt_1', 'c');
      const [held] = await claim();
      const progress = { ...delivered, status: 'retrying', due_at: noon } as const;
      const [, again] = await Promise.all([
        context.store.outbox.settle([
          { event_id: 'evt_1', lease_token: held?.lease_token ?? '', progress },
        ]),
        claimedIds(),
      ]);
      expect(again).toEqual(['evt_1']);
    });
  });

  describe('a claimed delivery', () => {
    it('comes with its current connection, plan, owner of the monitor and permission', async () => {
      const { accounts, channels, monitors, outbox } = context.store;
      await addRecords(context.store, {
        accounts: [{ id: 'a', name: 'a', plan: 'active', plan_managed_by: 'user', created_at: 1 }],
      });
      await addRecords(context.store, {
        teams: [
          {
            id: 't',
            name: 't',
            members: [{ account_id: 'a', webhooks: true }],
          },
        ],
      });
      const channel = {
        id: 'c',
        account_id: 'a',
        platform: 'webhook',
        webhook_url: 'https://a.example/\u{1f680}"',
        monitor_id: null,
        name: null,
        status: 'active',
        status_reason: null,
        signing_secret: 'whsec_0123456789',
        previous_secret: null,
        previous_secret_expires_at: null,
        created_at: 1,
      } as const;
      await channels.create(channel);
      const monitor = { owner_id: 'o', team_id: 't' };
      await monitors.create(aMonitor('m', monitor));
      await save('evt_1', 'c', noon, 'm');
      await save('evt_2', 'gone', noon, 'gone');
      const [one, two] = await claim();
      expect(one).toMatchObject({
        connection: {
          id: 'c',
          webhook_url: channel.webhook_url,
          monitor_id: null,
          status: 'active',
          signing_secret: channel.signing_secret,
          previous_secret: null,
          previous_secret_expires_at: null,
        },
        monitor,
        team_webhooks: true,
        has_plan: true,
      });
      expect(two).toMatchObject({ team_webhooks: false });
      expect(two?.connection).toBeUndefined();
      expect(two?.monitor).toBeUndefined();
      await addRecords(context.store, {
        teams: [
          {
            id: 't',
            name: 't',
            members: [{ account_id: 'a', webhooks: false }],
          },
        ],
      });
      await accounts.setPlan('a', 'none');
      await channels.delete('c');
      expect(
        (await outbox.expiredClaims(noon + 15_000)).find(({ event_id }) => event_id === 'evt_1'),
      ).toMatchObject({
        monitor,
        team_webhooks: false,
        connection: undefined,
        has_plan: false,
      });
    });
  });

  describe('a look at the outbox', () => {
    it('returns when the next delivery is due or the next lease expires', async () => {
      expect(await context.store.outbox.nextDue()).toBeUndefined();
      await save('evt_1', 'c');
      await save('evt_2', 'c', noon + hour);
      expect(await context.store.outbox.nextDue()).toBe(noon);
      await claim();
      expect(await context.store.outbox.nextDue()).toBe(noon + 15_000);
    });

    it('returns the deliveries of runs in the order of their creation', async () => {
      await save('evt_z', 'c', noon, null, 'r1');
      await save('evt_a', 'c', noon, null, 'r2');
      await save('evt_b', 'c', noon, null, 'r3');
      const found = await context.store.outbox.ofRuns(['r2', 'r1']);
      expect(found.map(({ event_id }) => event_id)).toEqual(['evt_z', 'evt_a']);
      expect(await context.store.outbox.ofRuns([])).toEqual([]);
    });

    it('returns which events have no settled attempt yet', async () => {
      for (const id of ['evt_1', 'evt_2', 'evt_3']) await save(id, id);
      const { outbox } = context.store;
      await save('evt_4', 'later', noon + hour);
      const [one, two] = await claim();
      const settled = { event_id: 'evt_1', lease_token: one?.lease_token ?? '' };
      await outbox.settle([{ ...settled, progress: delivered }]);
      const retrying = { ...delivered, status: 'retrying', due_at: noon } as const;
      const again = { event_id: 'evt_2', lease_token: two?.lease_token ?? '' };
      await outbox.settle([{ ...again, progress: retrying }]);
      await claim();
      const all = ['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_unknown'];
      expect((await (await context.openAgain()).outbox.unattempted(all)).sort()).toEqual([
        'evt_3',
        'evt_4',
      ]);
      expect((await outbox.unattempted(all, 1)).sort()).toEqual(['evt_2', 'evt_3']);
      expect(await outbox.unattempted([])).toEqual([]);
    });

    it('rejects a second delivery with the same event id', async () => {
      await save('evt_1', 'c');
      await expect(save('evt_1', 'd')).rejects.toThrow();
      expect(await context.store.outbox.list('a', 9)).toMatchObject([{ channel_id: 'c' }]);
    });
  });
});
