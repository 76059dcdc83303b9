import { execFileSync, spawnSync } from 'node:child_process';
import { sign, signedHeaders } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { signatureVectors } from './signature-vectors.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** The signature as openssl computes it. */
function opensslSignature({ secret, timestamp, body }: (typeof signatureVectors)[number]): string {
  const key = `hexkey:${Buffer.from(secret).toString('hex')}`;
  const input = Buffer.concat([Buffer.from(`${timestamp}.`), body]);
  const output = execFileSync('openssl', ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', key], {
    input,
  });
  return `v1=${/([0-9a-f]{64})\s*$/.exec(output.toString())?.[1]}`;
}

describe.each(signatureVectors)('the signature of $name', (vector) => {
  it('is the recorded one', () => {
    const { secret, timestamp, body, signature } = vector;
    expect(sign(secret, timestamp, body)).toBe(signature);
  });

  it.skipIf(!hasOpenssl)('is the same as that of openssl (skipped without openssl)', () => {
    expect(opensslSignature(vector)).toBe(vector.signature);
  });
});

describe('signedHeaders', () => {
  it('returns seconds and one signature for each secret', () => {
    const body = '{"id":"evt_1"}';
    const now = 1_795_172_400_999;
    expect(signedHeaders({ body, eventId: 'evt_1', secrets: ['one', 'two'], now })).toEqual({
      'X-Service-Signature': `${sign('one', '1795172400', body)},${sign('two', '1795172400', body)}`,
      'X-Service-Timestamp': '1795172400',
      'X-Service-Event-Id': 'evt_1',
    });
  });

  it('rejects a secret with a newline', () => {
    expect(() => signedHeaders({ body: '', eventId: 'e', secrets: 's\n' })).toThrow(/newline/);
  });
});
