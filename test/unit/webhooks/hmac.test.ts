import { afterEach, expect, it, vi } from 'vitest';
import { type HmacInput, hmac, isHmac } from '../../../src/webhooks/hmac.ts';
import { hmacSync, isHmacSync } from '../../../src/webhooks/sync/hmac-sync.ts';

const inputs: [string, HmacInput][] = [
  ['text', { key: 'whsec_é', prefix: '1.', body: '{"a":"é"}' }],
  ['bytes', { key: Buffer.from([0, 255]), prefix: '', body: Buffer.from([255, 0]) }],
  ['an empty key', { key: '', prefix: '1.', body: '' }],
  ['a key longer than a block', { key: 'k'.repeat(100), prefix: '1.', body: 'a' }],
  ['a part of a larger buffer', { key: 'k', prefix: '', body: Buffer.from('abc').subarray(1, 2) }],
];

afterEach(() => vi.unstubAllGlobals());

it.each(inputs)(
  'computes the same HMAC of %s with Web Crypto and node:crypto',
  async (_, input) => {
    expect(Buffer.from(await hmac(input))).toEqual(hmacSync(input));
  },
);

it.each(inputs)('compares the HMAC of %s with each digest', async (_what, input) => {
  const digest = hmacSync(input);
  const other = Buffer.from(digest).reverse();
  for (const [digests, expected] of [
    [[digest], true],
    [[other, digest], true],
    [[other], false],
    [[], false],
  ] as const) {
    expect([await isHmac(input, digests), isHmacSync(input, digests)]).toEqual([
      expected,
      expected,
    ]);
  }
});

it('hashes the body once, however many digests are compared', async () => {
  const body = 'x'.repeat(100_000);
  const sign = vi.spyOn(crypto.subtle, 'sign');
  const compare = vi.spyOn(crypto.subtle, 'verify');
  const digests = Array.from({ length: 50 }, () => new Uint8Array(32));
  await isHmac({ key: 'k', prefix: '1.', body }, digests);
  const sizes = [...sign.mock.calls, ...compare.mock.calls].map((call) => call.at(-1));
  sign.mockRestore();
  compare.mockRestore();
  const large = sizes.filter((data) => new Uint8Array(data as ArrayBuffer).length > 100_000);
  expect([sizes.length, large.length]).toEqual([52, 1]);
});

it('says that a runtime has no Web Crypto', async () => {
  vi.stubGlobal('crypto', {});
  await expect(hmac({ key: 'k', prefix: '', body: '' })).rejects.toThrow('has no Web Crypto');
});
