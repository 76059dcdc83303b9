import { beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryProgress, Store } from '../../../../../src/server/store/store.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { delivered, hour, noon, outboxUnderTest } from './outbox-under-test.ts';
import { aChannel, aDelivery, aMonitor, anAccount, aRun } from './records.ts';

const times = { now: noon, resumeFrom: noon - hour };
const retrying = { ...delivered, status: 'retrying', due_at: noon + hour } as const;

describeStores('queued deliveries', (context) => {
  const { save, claim, claimedIds } = outboxUnderTest(context);
  const statuses = async () =>
    Object.fromEntries(
      (await context.store.outbox.list('a', 99)).map(({ event_id, status, due_at, last_error }) => [
        event_id,
        due_at === null ? `${status} ${last_error}` : status,
      ]),
    );

  beforeEach(async () => {
    const { channels, monitors, runs } = context.store;
    await addRecords(context.store, { accounts: [anAccount('a')] });
    for (const id of ['c', 'd']) {
      await channels.create(aChannel(id, { webhook_url: `https://${id}.example/` }));
    }
    await monitors.create(aMonitor('m'));
    await runs.record({ run: aRun('r', { monitor_id: 'm' }), deliveries: [] });
  });

  it('stop at once if their connection is deleted or disabled, and those of others do not', async () => {
    const { channels } = context.store;
    await save('evt_1', 'c');
    await save('evt_2', 'c', noon + hour);
    await save('evt_3', 'd');
    await channels.update(aChannel('c'), { status: 'disabled' }, times);
    await channels.delete('d');
    expect(await statuses()).toEqual({
      evt_1: 'stopped connection_disabled',
      evt_2: 'stopped connection_disabled',
      evt_3: 'stopped connection_removed',
    });
    expect(await context.store.outbox.nextDue()).toBeUndefined();
    expect(await context.store.outbox.unattempted(['evt_1', 'evt_3'])).toEqual([]);
  });

  it('stop at once if their monitor is deleted', async () => {
    await save('evt_1', 'c', noon, 'm', 'r');
    await save('evt_2', 'c', noon, 'n', 'other run');
    await context.store.monitors.delete('m');
    expect(await statuses()).toEqual({ evt_1: 'stopped monitor_deleted', evt_2: 'pending' });
    expect(await claimedIds()).toEqual(['evt_2']);
  });

  describe('of a monitor of a team', () => {
    const withdrawn = 'stopped permission_withdrawn';

    beforeEach(async () => {
      const { channels } = context.store;
      await addRecords(context.store, {
        accounts: [anAccount('b')],
        teams: [
          {
            id: 't',
            name: 'T',
            members: ['a', 'b'].map((account_id) => ({ account_id, webhooks: true })),
          },
        ],
        monitors: [aMonitor('mt', { team_id: 't', owner_id: 'b' })],
      });
      await channels.create(aChannel('e', { account_id: 'b', webhook_url: 'https://e.example/' }));
      await save('evt_1', 'c', noon + hour, 'mt', 'r');
      await save('evt_2', 'c', noon + hour, 'm', 'r');
      const ofOwner = { channel_id: 'e', account_id: 'b', monitor_id: 'mt', created_at: noon };
      await context.store.outbox.add(aDelivery('evt_3', { ...ofOwner, due_at: noon + hour }));
      await save('evt_4', 'd', noon + hour, 'mt', 'r');
      await channels.update(aChannel('d'), { status: 'paused' }, times);
    });

    const all = async () => ({
      ...(await statuses()),
      ...Object.fromEntries(
        (await context.store.outbox.list('b', 9)).map(({ event_id, status, last_error }) => [
          event_id,
          last_error === null ? status : `${status} ${last_error}`,
        ]),
      ),
    });

    it('stay while the member keeps the permission', async () => {
      await context.store.teams.setMember('t', { account_id: 'a', webhooks: true });
      await context.store.teams.setMember('t', { account_id: 'a' });
      expect(await all()).toMatchObject({ evt_1: 'pending', evt_4: 'stopped connection_paused' });
    });

    it.each([
      [
        'withdrawn',
        (store: Store) => store.teams.setMember('t', { account_id: 'a', webhooks: false }),
      ],
      ['lost with the membership', (store: Store) => store.teams.removeMember('t', 'a')],
      [
        'withdrawn by a fixture',
        (store: Store) =>
          addRecords(store, {
            teams: [{ id: 't', name: 'T', members: [{ account_id: 'b', webhooks: true }] }],
          }),
      ],
    ])('stop at once if the permission is %s', async (_, withdraw) => {
      await withdraw(context.store);
      expect(await all()).toEqual({
        evt_1: withdrawn,
        evt_2: 'pending',
        evt_3: 'pending',
        evt_4: withdrawn,
      });
    });

    it('stop at once for others than the owner if the team is deleted', async () => {
      await context.store.teams.delete('t');
      expect(await all()).toEqual({
        evt_1: 'stopped monitor_not_owned',
        evt_2: 'pending',
        evt_3: 'pending',
        evt_4: 'stopped monitor_not_owned',
      });
    });
  });

  it('keep what was final before', async () => {
    await save('evt_1', 'c');
    const [held] = await claim();
    const { outbox, channels } = context.store;
    await outbox.settle([
      { event_id: 'evt_1', lease_token: held?.lease_token ?? '', progress: delivered },
    ]);
    await channels.delete('c');
    expect(await statuses()).toEqual({ evt_1: 'delivered null' });
  });

  it.each([
    ['is delivered', 'delivered null', delivered],
    ['is not retried', 'stopped connection_removed', retrying],
    [
      'is exhausted',
      'exhausted timeout',
      { ...retrying, status: 'exhausted', due_at: null, last_error: 'timeout' } as const,
    ],
  ])('stop while an attempt is in flight, which %s', async (_, after, progress) => {
    await save('evt_1', 'c');
    const [held] = await claim();
    const { outbox, channels } = context.store;
    await channels.delete('c');
    expect(await statuses()).toEqual({ evt_1: 'stopped connection_removed' });
    expect(await outbox.expiredClaims(noon + 15_000)).toHaveLength(1);
    await outbox.settle([{ event_id: 'evt_1', lease_token: held?.lease_token ?? '', progress }]);
    expect(await statuses()).toEqual({ evt_1: after });
    expect(await outbox.nextDue()).toBeUndefined();
  });

  it('stop while another process claims and settles them, without an error', async () => {
    const other = await context.openAgain();
    for (let n = 0; n < 60; n += 1) await save(`evt_${n}`, 'c', noon, 'm', 'r');
    const settling = (async () => {
      for (let n = 0; n < 10; n += 1) {
        const held = await other.outbox.claim({
          now: noon,
          lease_until: noon + 15_000,
          limit: 10,
          max_per_connection: 10,
          in_flight: new Map(),
        });
        await other.outbox.settle(
          held
            .reverse()
            .map(({ event_id, lease_token }) => ({ event_id, lease_token, progress: retrying })),
        );
      }
    })();
    await context.store.monitors.delete('m');
    await settling;
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['stopped monitor_deleted']));
    expect(await claimedIds()).toEqual([]);
  });

  describe('that a pause holds', () => {
    const set = (status: 'active' | 'paused' | 'disabled', at = times) =>
      context.store.channels.update(aChannel('c'), { status }, at);

    it('are due when the connection is active again, with their counts', async () => {
      const { outbox } = context.store;
      await save('evt_1', 'c');
      const [held] = await claim();
      await save('evt_2', 'c');
      await outbox.settle([
        { event_id: 'evt_1', lease_token: held?.lease_token ?? '', progress: retrying },
      ]);
      await set('paused');
      expect(await claimedIds({ now: noon + 9 * hour })).toEqual([]);
      await set('active', { now: noon + hour, resumeFrom: noon });
      expect(await outbox.list('a', 9)).toMatchObject([
        {
          event_id: 'evt_2',
          status: 'pending',
          attempts: 0,
          due_at: noon + hour,
          last_error: null,
        },
        { event_id: 'evt_1', status: 'retrying', attempts: 1, due_at: noon + hour },
      ]);
    });

    it('stay stopped if they are older', async () => {
      await save('evt_1', 'c');
      await set('paused');
      await set('active', { now: noon + hour, resumeFrom: noon + 1 });
      expect(await statuses()).toEqual({ evt_1: 'stopped connection_paused' });
    });

    it('continue after the attempt in flight', async () => {
      await save('evt_1', 'c');
      const [held] = await claim();
      await set('paused');
      await set('active');
      await context.store.outbox.settle([
        { event_id: 'evt_1', lease_token: held?.lease_token ?? '', progress: retrying },
      ]);
      expect(await statuses()).toEqual({ evt_1: 'retrying' });
      expect(await claimedIds({ now: noon + hour })).toEqual(['evt_1']);
    });

    describe('after a claim that saw the pause', () => {
      const stopped = { ...delivered, status: 'stopped', round: 0, attempts: 0 } as const;
      const paused = { ...stopped, round_attempts: 0, last_error: 'connection_paused' };
      const settle = (lease_token = '') =>
        context.store.outbox.settle([{ event_id: 'evt_1', lease_token, progress: paused }]);

      it('are due if the connection is active again', async () => {
        await save('evt_1', 'c');
        const [held] = await claim();
        await set('paused');
        await set('active');
        await settle(held?.lease_token);
        expect(await context.store.outbox.list('a', 9)).toMatchObject([
          { status: 'pending', attempts: 0, due_at: noon, last_error: null },
        ]);
        expect(await claimedIds()).toEqual(['evt_1']);
      });

      it('are due if the connection becomes active at the same time', async () => {
        const other = await context.openAgain();
        for (let n = 0; n < 20; n += 1) {
          await set('paused');
          await save(`evt_${n}`, 'c');
          const [held] = await claim();
          const { event_id = '', lease_token = '' } = held ?? {};
          await Promise.all([
            context.store.outbox.settle([{ event_id, lease_token, progress: paused }]),
            other.channels.update(aChannel('c'), { status: 'active' }, times),
          ]);
          expect(await claimedIds()).toEqual([event_id]);
        }
      });

      it('stay stopped if the connection is still paused', async () => {
        await set('paused');
        await save('evt_1', 'c');
        const [held] = await claim();
        await settle(held?.lease_token);
        expect(await statuses()).toEqual({ evt_1: 'stopped connection_paused' });
        await set('active');
        expect(await claimedIds()).toEqual(['evt_1']);
      });

      it('are dropped if the connection has been disabled', async () => {
        await save('evt_1', 'c');
        const [held] = await claim();
        await set('paused');
        await set('disabled');
        await settle(held?.lease_token);
        expect(await statuses()).toEqual({ evt_1: 'stopped connection_disabled' });
      });
    });

    it.each(['c', 'm'])('stop for good if %s is deleted', async (id) => {
      const { channels, monitors } = context.store;
      await save('evt_1', 'c', noon, 'm', 'r');
      await set('paused');
      await (id === 'c' ? channels : monitors).delete(id);
      if (id === 'm') await set('active');
      expect(await statuses()).toEqual({
        evt_1: id === 'c' ? 'stopped connection_removed' : 'stopped monitor_deleted',
      });
    });
  });

  it('keep the outcome of the first attempt, or the reason why there was none', async () => {
    const { channels, outbox } = context.store;
    await save('evt_1', 'c', noon, 'm', 'r');
    const [held] = await claim();
    await save('evt_2', 'c', noon, 'm', 'r');
    const firsts = async () =>
      (await outbox.ofRuns(['r'])).map(({ first_status, first_status_code, first_error }) => [
        first_status,
        first_status_code,
        first_error,
      ]);
    expect(await firsts()).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    await channels.update(aChannel('c'), { status: 'paused' }, times);
    expect(await firsts()).toEqual([
      [null, null, null],
      ['stopped', null, 'connection_paused'],
    ]);
    const settle = (lease_token = '', progress: DeliveryProgress = delivered, event_id = 'evt_1') =>
      outbox.settle([{ event_id, lease_token, progress }]);
    await settle(held?.lease_token, { ...retrying, last_status_code: 503, last_error: 'http_503' });
    await channels.update(aChannel('c'), { status: 'active' }, times);
    for (const { event_id, lease_token } of await claim()) {
      await settle(lease_token, delivered, event_id);
    }
    expect(await statuses()).toEqual({ evt_1: 'delivered null', evt_2: 'delivered null' });
    expect(await firsts()).toEqual([
      ['retrying', 503, 'http_503'],
      ['stopped', null, 'connection_paused'],
    ]);
  });
});
