import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from 'newswatch/webhooks';
import { beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../../src/server/store/open-store.ts';
import type { Store } from '../../../../src/server/store/store.ts';
import { addRecords } from '../../../helpers/add-records.ts';
import { closing } from '../../../helpers/closing.ts';
import { testServer } from '../../../helpers/server.ts';
import { testStoreOptions } from '../../../helpers/test-store.ts';
import { clientOf } from '../../../helpers/watch.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';
import { aChannel, aDelivery, anAccount } from '../store/contract/records.ts';

const [keyA = '', keyB = ''] = [
  randomBytes(32).toString('base64'),
  randomBytes(32).toString('hex'),
];
const secret = 'whsec_a_secret_of_a_connection';
const previous = 'whsec_the_secret_before_it';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newswatch-secrets-'));
});

/** Opens the store of the test as a server with these keys does. The caller closes it. */
async function openUntilClosed(...secretKeys: string[]): Promise<Store> {
  const options = { ...(await testStoreOptions(folder)), databaseConnections: 3, secretKeys };
  return (await openStore(options)).store;
}

/** The same, closed after the test. */
const open = async (...secretKeys: string[]) => closing(await openUntilClosed(...secretKeys));

async function addConnection(store: Store, id = 'c') {
  await addRecords(store, {
    accounts: id === 'c' ? [anAccount('a')] : [],
    channels: [
      aChannel(id, {
        webhook_url: `https://a.example/${id}`,
        signing_secret: secret,
        previous_secret: previous,
        previous_secret_expires_at: 100,
      }),
    ],
    deliveries: [aDelivery(`e ${id}`, { channel_id: id })],
  });
}

/** The secrets that sign a due delivery. */
async function claimedSecrets({ outbox }: Store) {
  const [claim] = await outbox.claim({
    now: 10,
    lease_until: 20,
    limit: 1,
    max_per_connection: 1,
    in_flight: new Map(),
  });
  return [claim?.connection?.signing_secret, claim?.connection?.previous_secret];
}

async function storedSecrets({ channels }: Store, id = 'c') {
  const stored = await channels.get(id);
  return [stored?.signing_secret ?? '', stored?.previous_secret ?? ''];
}

it('encrypts the current and the previous secret of a connection', async () => {
  const store = await open(keyA);
  await addConnection(store);
  const stored = await storedSecrets(store);
  expect(stored).toEqual([expect.stringMatching(/^enc1\./), expect.stringMatching(/^enc1\./)]);
  expect(await claimedSecrets(store)).toEqual([secret, previous]);
});

it('encrypts plain secrets at the next start', async () => {
  const plain = await openUntilClosed();
  await addConnection(plain);
  expect(await storedSecrets(plain)).toEqual([secret, previous]);
  const store = await openUntilClosed(keyA);
  for (const stored of await storedSecrets(store)) expect(stored).toMatch(/^enc1\./);
  expect(await claimedSecrets(store)).toEqual([secret, previous]);
  await plain.close();
  await store.close();
});

it('replaces the key in steps, with several servers, and can be repeated', async () => {
  const old = await open(keyA);
  await addConnection(old);
  const oldText = await storedSecrets(old);
  const reading = await open(keyA, keyB);
  expect(await storedSecrets(reading)).toEqual(oldText);
  const rewritten = await Promise.all([open(keyB, keyA), open(keyB, keyA)]);
  const [newText] = await Promise.all(rewritten.map((store) => storedSecrets(store)));
  expect(newText).not.toEqual(oldText);
  expect(await claimedSecrets(reading)).toEqual([secret, previous]);
  const last = await open(keyB);
  expect(await storedSecrets(last)).toEqual(newText);
});

it('stores plain text again with `plain` as the first key', async () => {
  await addConnection(await open(keyA));
  const store = await open('plain', keyA);
  expect(await storedSecrets(store)).toEqual([secret, previous]);
  expect(await storedSecrets(await open())).toEqual([secret, previous]);
});

it('does not open if the key is missing or another one', async () => {
  await addConnection(await open(keyA));
  await expect(open()).rejects.toThrow(/encrypted with the key [0-9a-f]{8}, which is not among/);
  await expect(open(keyB)).rejects.toThrow('set NEWSWATCH_SECRET_KEY or --secret-key-file');
  expect(await claimedSecrets(await open(keyA))).toEqual([secret, previous]);
});

it('rotates an encrypted secret once', async () => {
  const store = await open(keyA);
  await addConnection(store);
  const [current = ''] = await storedSecrets(store);
  const rotation = { current, next: 'whsec_next', expires_at: 100 };
  expect(await store.channels.rotateSecret('c', rotation)).toBe(true);
  expect(await store.channels.rotateSecret('c', rotation)).toBe(false);
  expect(await claimedSecrets(store)).toEqual(['whsec_next', secret]);
});

it('rotates a secret that another server encrypts with another key at the same time', async () => {
  const store = await open(keyA, keyB);
  await addConnection(store);
  const [current = ''] = await storedSecrets(store);
  await open(keyB, keyA);
  expect((await storedSecrets(store))[0]).not.toBe(current);
  const rotation = { current, next: 'whsec_next', expires_at: 100 };
  expect(await store.channels.rotateSecret('c', rotation)).toBe(true);
  expect(await store.channels.rotateSecret('c', rotation)).toBe(false);
  expect(await claimedSecrets(store)).toEqual(['whsec_next', secret]);
});

it('keeps all secrets when two servers start with opposite keys during rotations', async () => {
  const store = await open(keyA, keyB);
  await addConnection(store);
  const ids = Array.from({ length: 40 }, (_, n) => `c${n}`);
  for (const id of ids) await addConnection(store, id);
  const rotated = async (id: string) => {
    const [current = ''] = await storedSecrets(store, id);
    const rotation = { current, next: `whsec_next_${id}`, expires_at: 100 };
    expect(await store.channels.rotateSecret(id, rotation)).toBe(true);
  };
  await Promise.all([open(keyB, keyA), open(keyA, keyB), ...ids.map(rotated)]);
  const plain = await open('plain', keyA, keyB);
  for (const id of ids) {
    expect(await storedSecrets(plain, id)).toEqual([`whsec_next_${id}`, secret]);
  }
});

it('does not use a secret that was moved to another connection', async () => {
  const store = await open(keyA);
  await addConnection(store);
  const [moved = ''] = await storedSecrets(store);
  const plain = await open('plain', keyA);
  await addRecords(plain, {
    channels: [aChannel('d', { webhook_url: 'https://a.example/d', signing_secret: moved })],
    deliveries: [aDelivery('e d', { channel_id: 'd', due_at: 0 })],
  });
  expect(await claimedSecrets(plain)).toEqual([undefined, null]);
});

it('signs events as without a key, during a rotation too', async () => {
  const options = await testStoreOptions(folder);
  const receiver = await webhookReceiver(204);
  const server = await testServer({ ...options, secretKeys: [keyA], allowPrivateWebhooks: true });
  expect(server.secrets).toBe('encrypted');
  const client = clientOf(server);
  const { channel, signing_secret } = await client.delivery.connect({
    platform: 'webhook',
    webhook_url: receiver.url,
  });
  const rotated = await client.delivery.rotate_secret({ channel_id: channel.id });
  await client.delivery.test({ channel_id: channel.id });
  const [request] = receiver.received;
  if (!request) throw new Error('nothing was received');
  for (const each of [signing_secret, rotated.signing_secret]) {
    expect((await verify({ ...request, secrets: each })).event).toMatchObject({
      type: 'webhook.test',
    });
  }
});

it.each(['short', randomBytes(16).toString('hex'), randomBytes(33).toString('base64'), ''])(
  'refuses %j as a key',
  async (key) => {
    await expect(open(key)).rejects.toThrow('32 random bytes in base64 or hex');
  },
);
