import { beforeEach, expect, it } from 'vitest';
import type { OAuthArtifact, OAuthGrant } from '../../../../../src/server/store/store.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { describeStores } from './describe-stores.ts';
import { anAccount } from './records.ts';

const client = {
  id: 'client',
  name: 'Assistant',
  metadata: '{"a":1}',
  address: '192.0.2.1',
  created_at: 1,
};

function aGrant(id: string, changes: Partial<OAuthGrant> = {}): OAuthGrant {
  const fixed = { account_id: 'a', client_id: 'client', payload: '{}' };
  return { id, ...fixed, created_at: 1, expires_at: 1000, ...changes };
}

function anArtifact(hash: string, changes: Partial<OAuthArtifact> = {}): OAuthArtifact {
  return {
    kind: 'refresh_token',
    hash,
    grant_id: 'g',
    audience: null,
    payload: '{"x":"\u0001"}',
    created_at: 1,
    expires_at: 100,
    consumed_at: null,
    ...changes,
  };
}

describeStores('OAuth', (context) => {
  beforeEach(async () => {
    await addRecords(context.store, { accounts: [anAccount('a')] });
    await context.store.oauth.putClient(client);
  });

  it('stores clients and updates their metadata', async () => {
    const { oauth } = context.store;
    const changed = { ...client, name: null, metadata: '{}', created_at: 9 };
    await oauth.putClient({ ...changed, address: '::2' });
    expect(await oauth.getClient('client')).toEqual(changed);
    expect(await oauth.getClient('x')).toBeUndefined();
  });

  it('finds grants until they expire, with an updated payload', async () => {
    const { oauth } = context.store;
    await oauth.putGrant(aGrant('g'));
    await oauth.putGrant(aGrant('g', { payload: '{"n":1}', expires_at: 500, created_at: 7 }));
    expect(await oauth.getGrant('g', 499)).toEqual(
      aGrant('g', { payload: '{"n":1}', expires_at: 500 }),
    );
    expect(await oauth.getGrant('g', 500)).toBeUndefined();
  });

  it('keeps the newest clients without grants, and all with one', async () => {
    const { oauth } = context.store;
    await oauth.putGrant(aGrant('g'));
    for (let n = 2; n < 7; n += 1) {
      await oauth.putClient({ ...client, id: `client${n}`, created_at: n });
    }
    await oauth.limitUnusedClients(2);
    const ids = ['client', 'client2', 'client3', 'client4', 'client5', 'client6'];
    const found = await Promise.all(ids.map((id) => oauth.getClient(id)));
    expect(found.map((each) => each?.id)).toEqual([
      'client',
      undefined,
      undefined,
      undefined,
      'client5',
      'client6',
    ]);
  });

  it('deletes the oldest clients of the addresses with most of them', async () => {
    const { oauth } = context.store;
    const registered = async (address: string, count: number) => {
      const ids = Array.from({ length: count }, (_, n) => `${address}-${n}`);
      for (const [n, id] of ids.entries()) {
        await oauth.putClient({ ...client, id, address, created_at: 10 + n });
      }
      return ids;
    };
    const few = await registered('few', 2);
    const many = [...(await registered('many', 20)), ...(await registered('more', 20))];
    await oauth.limitUnusedClients(10);
    const isKept = async (id: string) => (await oauth.getClient(id)) !== undefined;
    for (const id of [...few, 'client']) expect(await isKept(id)).toBe(true);
    const kept = await Promise.all(many.map(isKept));
    expect(many.filter((_, at) => kept[at]).sort()).toEqual(
      ['many-16', 'many-17', 'many-18', 'many-19', 'more-17', 'more-18', 'more-19'].sort(),
    );
  });

  it('revokes a grant with its artifacts, and other processes see it', async () => {
    const { oauth } = context.store;
    const other = await context.openAgain();
    await oauth.putGrant(aGrant('g'));
    await oauth.putArtifact(anArtifact('t1'));
    await oauth.putArtifact(anArtifact('t2', { kind: 'access_token', audience: 'https://a' }));
    await oauth.putArtifact(anArtifact('t3', { grant_id: 'other' }));
    await oauth.revokeGrant('g');
    expect(await other.oauth.getGrant('g', 2)).toBeUndefined();
    expect(await other.oauth.findArtifact('refresh_token', 't1', 2)).toBeUndefined();
    expect(await other.oauth.findArtifact('access_token', 't2', 2)).toBeUndefined();
    expect(await other.oauth.findArtifact('refresh_token', 't3', 2)).toBeDefined();
  });

  it('finds artifacts that have not expired by kind and hash, used or not', async () => {
    const { oauth } = context.store;
    await oauth.putArtifact(anArtifact('t'));
    await oauth.putArtifact(anArtifact('t', { payload: '{}', expires_at: 200 }));
    const kept = anArtifact('t', { payload: '{}', expires_at: 200 });
    expect(await oauth.findArtifact('refresh_token', 't', 199)).toEqual(kept);
    expect(await oauth.findArtifact('refresh_token', 't', 200)).toBeUndefined();
    expect(await oauth.findArtifact('access_token', 't', 1)).toBeUndefined();
    expect(await oauth.consumeArtifact('refresh_token', 't', 9)).toBe(true);
    expect(await oauth.findArtifact('refresh_token', 't', 10)).toEqual({ ...kept, consumed_at: 9 });
  });

  it('lets one of several concurrent calls consume an artifact', async () => {
    const { oauth } = context.store;
    const other = await context.openAgain();
    await oauth.putArtifact(anArtifact('t'));
    const used = await Promise.all(
      [oauth, other.oauth, oauth, other.oauth].map((each) =>
        each.consumeArtifact('refresh_token', 't', 5),
      ),
    );
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it('deletes single artifacts, and those of a grant by kind', async () => {
    const { oauth } = context.store;
    await oauth.putArtifact(anArtifact('t1'));
    await oauth.putArtifact(anArtifact('t2'));
    await oauth.putArtifact(anArtifact('t3', { kind: 'access_token' }));
    await oauth.deleteArtifact('refresh_token', 't1');
    expect(await oauth.findArtifact('refresh_token', 't1', 2)).toBeUndefined();
    await oauth.deleteArtifactsOf('g', 'refresh_token');
    expect(await oauth.findArtifact('refresh_token', 't2', 2)).toBeUndefined();
    expect(await oauth.findArtifact('access_token', 't3', 2)).toBeDefined();
  });

  it('lists assistants with an unused artifact, newest first', async () => {
    const { oauth } = context.store;
    for (const [id, created_at] of [
      ['old', 1],
      ['z', 5],
      ['b', 5],
      ['bare', 6],
      ['used', 7],
    ] as const) {
      await oauth.putGrant(aGrant(id, { created_at }));
    }
    await oauth.putArtifact(anArtifact('t1', { grant_id: 'old', created_at: 3 }));
    await oauth.putArtifact(anArtifact('t2', { grant_id: 'old', created_at: 8 }));
    await oauth.putArtifact(anArtifact('t3', { grant_id: 'z' }));
    await oauth.putArtifact(anArtifact('t4', { grant_id: 'b' }));
    await oauth.putArtifact(anArtifact('t5', { grant_id: 'used', consumed_at: 8 }));
    const shown = await oauth.connectedAssistants('a', 10);
    expect(shown.map(({ grant_id }) => grant_id)).toEqual(['b', 'z', 'old']);
    expect(shown[2]).toEqual({
      grant_id: 'old',
      client_id: 'client',
      client_name: 'Assistant',
      metadata: expect.any(String),
      connected_at: 1,
      last_active_at: 8,
    });
    await oauth.putArtifact(anArtifact('c1', { grant_id: 'bare', kind: 'authorization_code' }));
    const [approved] = await oauth.connectedAssistants('a', 10);
    expect(approved).toMatchObject({ grant_id: 'bare', last_active_at: null });
    expect(await oauth.connectedAssistants('a', 100)).toEqual([]);
    expect(await oauth.connectedAssistants('b', 10)).toEqual([]);
  });
});
