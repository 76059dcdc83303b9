import type { LookupAddress } from 'node:dns';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebhookSender } from '../../../../src/server/delivery/webhook-sender.ts';
import { guardedLookup } from '../../../../src/server/egress/guarded-lookup.ts';
import type { LookupResult } from '../../../../src/server/egress/host-resolver.ts';
import { closing } from '../../../helpers/closing.ts';
import { rawServer } from '../../../helpers/mock-server.ts';
import { testServer } from '../../../helpers/server.ts';
import { clientOf, connect } from '../../../helpers/watch.ts';
import { webhookReceiver } from '../../../helpers/webhook-receiver.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Found = readonly string[] | { code: 'ENOTFOUND' | 'EAI_AGAIN' };
type Resolve = (hostname: string) => Promise<LookupResult>;

/** Returns each of the results in turn, and then the last one again. */
function resolveTo(...results: Found[]) {
  let turn = 0;
  return vi.fn<Resolve>(async () => {
    const found = results[Math.min(turn, results.length - 1)] ?? [];
    turn += 1;
    return 'code' in found ? { ...found, message: found.code } : found.map(addressOf);
  });
}

function addressOf(address: string): LookupAddress {
  return { address, family: address.includes(':') ? 6 : 4 };
}

const publicAddress = '93.184.216.34';

function senderWith(resolve: Resolve): WebhookSender {
  const sender = new WebhookSender({
    allowPrivate: false,
    resolver: { resolve, isKnown: () => false },
  });
  closing({ close: async () => sender.close() });
  return sender;
}

const post = (url: string) => ({ url, headers: {}, body: '{}' });
const rejected = { kind: 'failed', error: 'address_rejected' };

describe('the addresses of a host name', () => {
  it.each([
    [[publicAddress, '10.0.0.1']],
    [['127.0.0.1', publicAddress]],
    [[publicAddress, '::ffff:127.0.0.1']],
    [['2606:2800:220:1::1', 'fe80::1']],
  ])('%j are all rejected if one is private', async (addresses) => {
    const connected = vi.fn();
    const { baseUrl } = await rawServer(connected);
    const { port } = new URL(baseUrl);
    const sender = senderWith(resolveTo(addresses));
    const url = `https://hooks.example.com:${port}/`;
    expect(await sender.send(post(url))).toMatchObject(rejected);
    expect(connected).not.toHaveBeenCalled();
  });

  it('are looked up once for a connection, which uses the checked addresses', async () => {
    const resolve = resolveTo([publicAddress], ['127.0.0.1']);
    const lookup = guardedLookup({ resolve }, { allowPrivate: false });
    const callback = vi.fn();
    await lookup('hooks.example.com', { all: true }, callback);
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(callback.mock.calls).toEqual([[null, [addressOf(publicAddress)]]]);
    await lookup('hooks.example.com', {}, callback);
    expect(callback).toHaveBeenLastCalledWith(
      expect.objectContaining({ code: 'ADDRESS_REJECTED' }),
      '',
    );
  });

  it('are checked again at the next attempt', async () => {
    const sender = senderWith(resolveTo({ code: 'EAI_AGAIN' }, ['169.254.169.254']));
    const url = 'https://hooks.example.com/';
    expect(await sender.send(post(url))).toMatchObject({ kind: 'retry' });
    expect(await sender.send(post(url))).toMatchObject(rejected);
  });
});

describe('a host name that cannot be resolved', () => {
  it('is accepted at connect', async () => {
    const client = clientOf(await testServer());
    const { channel } = await connect(client, 'https://nowhere.example.com/hook');
    expect(channel.webhook_url).toBe('https://nowhere.example.com/hook');
  });

  it.each([
    ['NXDOMAIN', { code: 'ENOTFOUND' }],
    ['SERVFAIL', { code: 'EAI_AGAIN' }],
    ['an empty result', []],
  ] as [string, Found][])('%s is retried', async (_what, found) => {
    const sender = senderWith(resolveTo(found));
    expect(await sender.send(post('https://hooks.example.com/'))).toMatchObject({
      kind: 'retry',
      error: 'dns_error',
    });
  });

  it('is retried if the lookup takes over five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let requested = () => {};
    const hung = new Promise<void>((resolve) => {
      requested = resolve;
    });
    const sender = senderWith(() => {
      requested();
      return new Promise(() => {});
    });
    const outcome = sender.send(post('https://hooks.example.com/'));
    await hung;
    vi.advanceTimersByTime(5000);
    expect(await outcome).toMatchObject({ kind: 'retry', error: 'timeout' });
  });

  it('ignores a result after the timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const connected = vi.fn();
    const { baseUrl } = await rawServer(connected);
    const late: ((result: LookupResult) => void)[] = [];
    const sender = senderWith(
      () =>
        new Promise((resolve) => {
          late.push(resolve);
        }),
    );
    const url = `https://hooks.example.com:${new URL(baseUrl).port}/`;
    const outcome = sender.send(post(url));
    await vi.waitUntil(() => late.length > 0);
    vi.advanceTimersByTime(5000);
    expect(await outcome).toMatchObject({ error: 'timeout' });
    for (const resolve of late) resolve([addressOf('127.0.0.1')]);
    expect(connected).not.toHaveBeenCalled();
  });
});

it('a host name beyond ASCII is stored and resolved as punycode', async () => {
  const client = clientOf(await testServer());
  const { channel } = await connect(client, 'https://bücher.example/hook');
  expect(channel.webhook_url).toBe('https://xn--bcher-kva.example/hook');
  const resolve = resolveTo(['10.0.0.1']);
  await senderWith(resolve).send(post('https://bücher.example/'));
  expect(resolve.mock.calls[0]?.[0]).toBe('xn--bcher-kva.example');
});

it('proxies in the environment are not used', async () => {
  const proxied = vi.fn();
  const proxy = await rawServer(proxied);
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
    vi.stubEnv(name, proxy.baseUrl);
    vi.stubEnv(name.toLowerCase(), proxy.baseUrl);
  }
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  const receiver = await webhookReceiver(204);
  const sender = new WebhookSender({ allowPrivate: true });
  expect(await sender.send(post(receiver.url))).toMatchObject({ kind: 'delivered' });
  const refused = await sender.send(post('https://127.0.0.1:9/'));
  expect(refused).toMatchObject({ error: 'connection_refused' });
  sender.close();
  expect(proxied).not.toHaveBeenCalled();
});
