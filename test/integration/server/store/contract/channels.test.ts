import { beforeEach, describe, expect, it } from 'vitest';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { aChannel, aMonitor, anAccount } from './records.ts';

const times = { now: 1, resumeFrom: 1 };

describeStores('channels', (context) => {
  beforeEach(async () => {
    for (const id of ['a', 'b']) await addRecords(context.store, { accounts: [anAccount(id)] });
    for (const id of ['m', 'n']) await context.store.monitors.create(aMonitor(id));
  });

  it('store every field, and are listed oldest first, then by id', async () => {
    const { channels } = context.store;
    await channels.create(aChannel('new', { created_at: 9, webhook_url: 'https://n.example/' }));
    await channels.create(aChannel('b', { name: 'Ä "x"', monitor_id: 'm' }));
    await channels.create(aChannel('C'));
    await channels.create(aChannel('other', { account_id: 'b' }));
    expect(await channels.get('b')).toEqual(aChannel('b', { name: 'Ä "x"', monitor_id: 'm' }));
    expect((await channels.list('a')).map(({ id }) => id)).toEqual(['C', 'b', 'new']);
    expect(await channels.get('x')).toBeUndefined();
  });

  it('can be changed and deleted, and other processes see it', async () => {
    const { channels } = context.store;
    const other = await context.openAgain();
    await channels.create(aChannel('c'));
    const changes = {
      webhook_url: 'https://b.example/',
      monitor_id: 'm',
      name: 'n',
      status: 'disabled',
    } as const;
    const changed = aChannel('c', changes);
    expect(await channels.update(aChannel('c'), changes, times)).toEqual(changed);
    expect(await other.channels.get('c')).toEqual(changed);
    expect(await channels.update(aChannel('c'), {}, times)).toEqual(changed);
    await channels.delete('c');
    expect(await other.channels.get('c')).toBeUndefined();
    expect(await channels.update(aChannel('c'), { name: 'x' }, times)).toBe('removed');
  });

  it('keep all concurrent changes of different fields', async () => {
    const other = await context.openAgain();
    await context.store.channels.create(aChannel('c'));
    await Promise.all([
      context.store.channels.update(aChannel('c'), { status: 'disabled' }, times),
      other.channels.update(aChannel('c'), { name: 'n' }, times),
      context.store.channels.update(aChannel('c'), { monitor_id: 'm' }, times),
      other.channels.update(aChannel('c'), { webhook_url: 'https://b.example/' }, times),
    ]);
    expect(await context.store.channels.get('c')).toMatchObject({
      status: 'disabled',
      name: 'n',
      monitor_id: 'm',
      webhook_url: 'https://b.example/',
    });
  });

  describe('of a deleted monitor', () => {
    const ended = { monitor_id: 'm', status: 'ended', status_reason: 'monitor_deleted' } as const;

    beforeEach(async () => {
      const { channels, monitors } = context.store;
      await channels.create(aChannel('c', { monitor_id: 'm' }));
      await channels.create(aChannel('all'));
      await monitors.delete('m');
    });

    it('end, and those that cover all monitors do not', async () => {
      const { channels } = context.store;
      expect(await channels.get('c')).toEqual(aChannel('c', ended));
      expect(await channels.get('all')).toMatchObject({ status: 'active' });
    });

    it('become active again only with new monitors', async () => {
      const { channels } = context.store;
      const c = aChannel('c');
      for (const status of ['active', 'paused', 'disabled'] as const) {
        expect(await channels.update(c, { status }, times)).toBe('ended');
      }
      expect(await channels.update(c, { name: 'x' }, times)).toMatchObject(ended);
      expect(await channels.update(c, { monitor_id: 'm' }, times)).toBe('monitor_deleted');
      expect(await channels.update(c, { monitor_id: null }, times)).toBe('duplicate');
      expect(await channels.update(c, { monitor_id: 'n' }, times)).toMatchObject({
        monitor_id: 'n',
        status: 'active',
        status_reason: null,
      });
    });

    it('can be disabled together with new monitors', async () => {
      const changes = { monitor_id: 'n', status: 'disabled' } as const;
      expect(await context.store.channels.update(aChannel('c'), changes, times)).toMatchObject({
        ...changes,
        status_reason: null,
      });
    });

    it('cannot be created, even at the same time', async () => {
      const { channels, monitors } = context.store;
      const other = await context.openAgain();
      const [, outcome] = await Promise.all([
        monitors.delete('n'),
        other.channels.create(aChannel('late', { monitor_id: 'n' })),
      ]);
      expect([undefined, 'monitor_deleted']).toContain(outcome);
      const late = await channels.get('late');
      expect(late?.status ?? 'ended').toBe('ended');
      expect(await channels.create(aChannel('later', { monitor_id: 'n' }))).toBe('monitor_deleted');
    });
  });

  it('rotate their secret only if it is the expected one, even at the same time', async () => {
    const { channels } = context.store;
    const other = await context.openAgain();
    await channels.create(aChannel('c', { signing_secret: 's1' }));
    const rotations = ['s2', 's3'].map((next, n) =>
      (n ? other : context.store).channels.rotateSecret('c', {
        current: 's1',
        next,
        expires_at: 9,
      }),
    );
    const outcomes = await Promise.all(rotations);
    expect(outcomes.toSorted()).toEqual([false, true]);
    expect(await channels.get('c')).toMatchObject({
      signing_secret: outcomes[0] ? 's2' : 's3',
      previous_secret: 's1',
      previous_secret_expires_at: 9,
    });
  });

  it('cover a monitor if they are active or paused, permitted and paid, for this monitor or for all of its owner', async () => {
    const { accounts, channels } = context.store;
    await channels.create(aChannel('all'));
    await channels.create(aChannel('own', { monitor_id: 'm' }));
    await channels.create(aChannel('elsewhere', { monitor_id: 'n' }));
    await channels.create(
      aChannel('off', { status: 'disabled', webhook_url: 'https://o.example/' }),
    );
    await channels.create(
      aChannel('paused', { status: 'paused', webhook_url: 'https://p.example/' }),
    );
    await channels.create(aChannel('stranger', { account_id: 'b' }));
    await channels.create(aChannel('member', { account_id: 'b', monitor_id: 'm' }));
    const covering = async (owner_id: string, team_id: string | null = null) =>
      (await channels.covering({ id: 'm', owner_id, team_id })).map(({ id }) => id);
    expect(await covering('a')).toEqual(['all', 'member', 'own', 'paused']);
    expect(await covering('b')).toEqual(['member', 'own', 'stranger']);
    const permitted = async () =>
      (await channels.covering({ id: 'm', owner_id: 'a', team_id: 't' })).map((each) => [
        each.id,
        each.is_permitted,
      ]);
    expect(await permitted()).toEqual([
      ['all', false],
      ['member', false],
      ['own', false],
      ['paused', false],
    ]);
    const members = [
      { account_id: 'a', webhooks: true },
      { account_id: 'b', webhooks: false },
    ];
    await addRecords(context.store, { teams: [{ id: 't', name: 't', members }] });
    expect(await permitted()).toEqual([
      ['all', true],
      ['member', false],
      ['own', true],
      ['paused', true],
    ]);
    await accounts.setPlan('a', 'none');
    expect(await covering('a')).toEqual(['member']);
  });

  it("do not cover recurring monitors of teams without the team's permission", async () => {
    const { channels, monitors } = context.store;
    for (const [id, changes] of [
      ['m1', { team_id: 't' }],
      ['m2', { team_id: 'u' }],
      ['m3', { team_id: 't', every_minutes: null, next_run_at: null }],
      ['m4', {}],
      ['m5', { owner_id: 'b', team_id: 't' }],
    ] as const) {
      await monitors.create(aMonitor(id, changes));
    }
    await channels.create(aChannel('all'));
    await channels.create(aChannel('one', { monitor_id: 'm5' }));
    await channels.create(aChannel('elsewhere', { account_id: 'b' }));
    const missing = async (accountId: string) =>
      (await channels.notCovered(accountId)).map((each) => [each.channel_id, each.monitor_id]);
    expect(await missing('a')).toEqual([
      ['all', 'm1'],
      ['all', 'm2'],
      ['one', 'm5'],
    ]);
    expect(await missing('b')).toEqual([['elsewhere', 'm5']]);
    const members = [{ account_id: 'a', webhooks: true }];
    await addRecords(context.store, { teams: [{ id: 't', name: 't', members }] });
    expect(await missing('a')).toEqual([['all', 'm2']]);
  });

  it('are unique by URL and monitors, even if several are created at once', async () => {
    const other = await context.openAgain();
    const made = await Promise.all(
      ['c1', 'c2', 'c3', 'c4'].map((id, n) =>
        (n % 2 ? other : context.store).channels.create(aChannel(id)),
      ),
    );
    const [only, ...others] = await context.store.channels.list('a');
    expect(others).toEqual([]);
    expect(made.filter((conflict) => conflict === 'duplicate')).toHaveLength(3);
    const { channels } = context.store;
    expect(await channels.duplicate(aChannel('new'))).toEqual(only);
    expect(await channels.create(aChannel('own', { monitor_id: 'm' }))).toBeUndefined();
    expect(await channels.update(aChannel('own'), { monitor_id: null }, times)).toBe('duplicate');
    expect(await channels.get('own')).toMatchObject({ monitor_id: 'm' });
    expect(await channels.create(aChannel('b', { account_id: 'b' }))).toBeUndefined();
  });
});
