import { expect, it } from 'vitest';
import { claimedSignatures } from '../../../../src/webhooks/explain/claimed-signatures.ts';

const digest = new Uint8Array(32).fill(0xab);
const hex = Buffer.from(digest).toString('hex');
const base64 = Buffer.from(digest).toString('base64');

it.each([
  ['hex', `v1=${hex}`, undefined],
  ['uppercase hex', `v1=${hex.toUpperCase()}`, undefined],
  ['several signatures', `v2=later, v1=${hex} v1=`, undefined],
  ['base64', `v1=${base64}`, 'the signature is base64, but must be hex'],
  ['base64 after a comma', `v1,${base64}`, 'the signature is base64, but must be hex'],
  ['no version', hex, 'no part of the signature header starts with v1='],
  ['a longer version', `xv1=${hex}`, 'no part of the signature header starts with v1='],
  ['another version', `v2=${hex}`, 'no part of the signature header starts with v1='],
])('finds the digest in %s', (_what, header, formatError) => {
  expect(claimedSignatures(header)).toEqual({ digests: [digest], formatError });
});

it.each([
  ['v1=', 'the signature after v1= is empty'],
  [`v1=${hex.slice(1)}`, 'the signature has 63 hex digits, but must have 64'],
  [`v1=${hex}0`, 'the signature has 65 hex digits, but must have 64'],
  [`v1=g${hex.slice(1)}`, 'the signature after v1= is not hex'],
  [`v1=${hex.slice(1)}g`, 'the signature after v1= is not hex'],
  ['', 'no part of the signature header starts with v1='],
])('finds no digest in %j', (header, formatError) => {
  expect(claimedSignatures(header)).toEqual({ digests: [], formatError });
});

it('finds all digests, those in hex first', () => {
  const other = new Uint8Array(32).fill(0xcd);
  const { digests } = claimedSignatures(`v1=${Buffer.from(other).toString('base64')},v1=${hex}`);
  expect(digests).toEqual([digest, other]);
});
