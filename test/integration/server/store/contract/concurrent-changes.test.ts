import { expect, it } from 'vitest';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { outboxUnderTest } from './outbox-under-test.ts';
import { aChannel, aKey, aMonitor, anAccount } from './records.ts';

const ids = Array.from({ length: 150 }, (_, n) => `x${n}`);
const times = { now: 1, resumeFrom: 0 };

describeStores('changes of different fields by two processes at the same time', (context) => {
  it('are all kept for a connection', async () => {
    const { channels } = context.store;
    const other = await context.openAgain();
    await addRecords(context.store, { accounts: [anAccount('a')] });
    for (const id of ids) {
      await channels.create(aChannel(id, { webhook_url: `https://a.example/${id}` }));
    }
    await Promise.all(
      ids.flatMap((id) => [
        channels.update({ id, account_id: 'a' }, { status: 'disabled' }, times),
        other.channels.update({ id, account_id: 'a' }, { name: 'desk' }, times),
      ]),
    );
    const changed = await channels.list('a');
    expect(changed.map(({ status, name }) => `${status} ${name}`)).toEqual(
      ids.map(() => 'disabled desk'),
    );
  });

  it('are all kept for a monitor', async () => {
    const { monitors } = context.store;
    const other = await context.openAgain();
    for (const id of ids) await monitors.create(aMonitor(id));
    await Promise.all(
      ids.flatMap((id) => [
        monitors.setStatus(id, 'paused', 1),
        other.monitors.update(id, { title: 'The desk' }, 1),
      ]),
    );
    const changed = await Promise.all(ids.map((id) => monitors.get(id)));
    expect(changed.map((monitor) => `${monitor?.status} ${monitor?.title}`)).toEqual(
      ids.map(() => 'paused The desk'),
    );
  });

  it('are all kept for an account', async () => {
    const { accounts } = context.store;
    const other = await context.openAgain();
    await addRecords(context.store, { accounts: ids.map((id) => anAccount(id)) });
    await Promise.all(
      ids.flatMap((id) => [
        accounts.setPlan(id, 'none'),
        other.accounts.setProfile(id, { name: 'The desk' }),
      ]),
    );
    const changed = await Promise.all(ids.map((id) => accounts.get(id)));
    expect(changed.map((account) => `${account?.plan} ${account?.name}`)).toEqual(
      ids.map(() => 'none The desk'),
    );
  });

  it('are all kept for API keys, and only one process revokes a key', async () => {
    const { keys } = context.store;
    const other = await context.openAgain();
    await addRecords(context.store, { accounts: [anAccount('a')] });
    const [revoked, kept] = [ids.slice(0, 75), ids.slice(75)];
    for (const id of revoked) await keys.ensure(aKey(id));
    const revocations = revoked.map((id) =>
      Promise.all([keys.revoke(id, 'a', 2), other.keys.revoke(id, 'a', 3)]),
    );
    const additions = kept.flatMap((id) => [
      keys.ensure(aKey(id)),
      other.keys.ensure({ ...aKey(id), id: `${id} again` }),
      other.keys.ensure(aKey(`${id} of the other`)),
    ]);
    const outcomes = await Promise.all(revocations);
    await Promise.all(additions);
    expect(outcomes.map((pair) => pair.filter(Boolean).length)).toEqual(revoked.map(() => 1));
    const hashes = (await other.keys.list('a')).map(({ hash }) => hash);
    const expected = kept.flatMap((id) => [`hash of ${id}`, `hash of ${id} of the other`]);
    expect(hashes.toSorted()).toEqual(expected.toSorted());
    for (const id of revoked) expect(await other.keys.holder(`hash of ${id}`)).toBeUndefined();
  });

  it('lets only one process store the first API key', async () => {
    const other = await context.openAgain();
    await addRecords(context.store, { accounts: [anAccount('a')] });
    const stored = await Promise.all(
      ids.slice(0, 20).map((id, n) => (n % 2 ? other : context.store).keys.ensureFirst(aKey(id))),
    );
    expect(stored.filter(Boolean)).toHaveLength(1);
    expect(await context.store.keys.list('a')).toHaveLength(1);
  });
});

describeStores('a connection that is changed during an attempt', (context) => {
  const { save, claim } = outboxUnderTest(context);

  it.each(['disabled', 'removed'] as const)(
    'to %s has the result of the attempt, and no further attempt',
    async (change) => {
      const { channels, outbox } = context.store;
      await addRecords(context.store, { accounts: [anAccount('a')] });
      await channels.create(aChannel('c'));
      await save('evt_1', 'c');
      const [held] = await claim();
      const other = await context.openAgain();
      if (change === 'removed') await other.channels.delete('c');
      else await other.channels.update(aChannel('c'), { status: 'disabled' }, times);
      const failed = {
        status: 'retrying',
        round: 1,
        attempts: 1,
        round_attempts: 1,
        due_at: 2,
        last_status_code: 503,
        last_error: 'http_503',
        settled_at: null,
      } as const;
      const lease = { event_id: 'evt_1', lease_token: held?.lease_token ?? '' };
      await outbox.settle([{ ...lease, progress: failed }]);
      if (change === 'disabled') {
        await other.channels.update(aChannel('c'), { status: 'active' }, times);
      }
      expect(await outbox.get('evt_1')).toMatchObject({
        status: 'stopped',
        attempts: 1,
        last_status_code: 503,
        last_error: `connection_${change}`,
        due_at: null,
      });
      expect(await outbox.nextDue()).toBeUndefined();
    },
  );

  it('to disabled is seen by an attempt that is claimed but not sent', async () => {
    const { channels, outbox } = context.store;
    await addRecords(context.store, { accounts: [anAccount('a')] });
    await channels.create(aChannel('c'));
    await save('evt_1', 'c');
    await claim();
    await channels.update(aChannel('c'), { status: 'disabled' }, times);
    expect(await outbox.expiredClaims(Number.MAX_SAFE_INTEGER)).toMatchObject([
      { status: 'stopped', last_error: 'connection_disabled' },
    ]);
  });
});
