import { beforeEach, expect, it } from 'vitest';
import { describeStores } from './describe-stores.ts';
import { aChannel, anAccount } from './records.ts';

describeStores('channels', (context) => {
  beforeEach(async () => {
    for (const id of ['a', 'b']) await context.store.accounts.put(anAccount(id));
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

  it('can be updated, except for the secret, and deleted, and other processes see it', async () => {
    const { channels } = context.store;
    const other = await context.openAgain();
    await channels.create(aChannel('c'));
    const changes = {
      webhook_url: 'https://b.example/',
      monitor_id: 'm',
      name: 'n',
      status: 'disabled',
    } as const;
    await channels.update(aChannel('c', { ...changes, signing_secret: 'another' }));
    expect(await other.channels.get('c')).toEqual(aChannel('c', changes));
    await channels.delete('c');
    expect(await other.channels.get('c')).toBeUndefined();
  });

  it('cover a monitor if they are active, permitted and paid, for this monitor or for all of its owner', async () => {
    const { accounts, channels } = context.store;
    await channels.create(aChannel('all'));
    await channels.create(aChannel('own', { monitor_id: 'm' }));
    await channels.create(aChannel('elsewhere', { monitor_id: 'n' }));
    await channels.create(
      aChannel('off', { status: 'disabled', webhook_url: 'https://o.example/' }),
    );
    await channels.create(aChannel('stranger', { account_id: 'b' }));
    await channels.create(aChannel('member', { account_id: 'b', monitor_id: 'm' }));
    const covering = async (owner_id: string, team_id: string | null = null) =>
      (await channels.covering({ id: 'm', owner_id, team_id })).map(({ id }) => id);
    expect(await covering('a')).toEqual(['all', 'member', 'own']);
    expect(await covering('b')).toEqual(['member', 'own', 'stranger']);
    expect(await covering('a', 't')).toEqual([]);
    const members = [{ account_id: 'a', webhooks: true }];
    await accounts.putTeam({ id: 't', name: 't', members });
    expect(await covering('a', 't')).toEqual(['all', 'own']);
    await accounts.setPlan('a', 'none');
    expect(await covering('a')).toEqual(['member']);
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
    expect(made.filter((twin) => twin?.id === only?.id)).toHaveLength(3);
    const { channels } = context.store;
    expect(await channels.create(aChannel('own', { monitor_id: 'm' }))).toBeUndefined();
    expect(await channels.update(aChannel('own'))).toEqual(only);
    expect(await channels.get('own')).toMatchObject({ monitor_id: 'm' });
    expect(await channels.update(only ?? aChannel('c1'))).toBeUndefined();
    expect(await channels.create(aChannel('b', { account_id: 'b' }))).toBeUndefined();
  });
});
