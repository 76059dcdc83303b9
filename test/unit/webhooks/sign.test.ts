import { execFileSync, spawnSync } from 'node:child_process';
import { sign, signedHeaders } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { hmacSync } from '../../../src/webhooks/sync/hmac-sync.ts';
import { signedHeadersSync } from '../../../src/webhooks/sync/signed-headers-sync.ts';
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
  it('is the recorded one', async () => {
    const { secret, timestamp, body, signature } = vector;
    expect(await sign(secret, timestamp, body)).toBe(signature);
    expect(hmacSync({ key: secret, prefix: `${timestamp}.`, body }).toString('hex')).toBe(
      signature.replace('v1=', ''),
    );
  });

  it.skipIf(!hasOpenssl)('is the same as that of openssl (skipped without openssl)', () => {
    expect(opensslSignature(vector)).toBe(vector.signature);
  });
});

describe('signedHeaders', () => {
  it('returns seconds and one signature for each secret', async () => {
    const body = '{"id":"evt_1"}';
    const secrets = ['one', 'two'];
    const options = { body, eventId: 'evt_1', secrets, now: 1_795_172_400_999 };
    const headers = await signedHeaders(options);
    const signatures = secrets.map((secret) => sign(secret, '1795172400', body));
    expect(headers).toEqual({
      'X-Service-Signature': (await Promise.all(signatures)).join(','),
      'X-Service-Timestamp': '1795172400',
      'X-Service-Event-Id': 'evt_1',
    });
    expect(signedHeadersSync(options)).toEqual(headers);
  });

  it('rejects a secret with a newline', async () => {
    const options = { body: '', eventId: 'e', secrets: 's\n' };
    await expect(signedHeaders(options)).rejects.toThrow(/newline/);
    expect(() => signedHeadersSync(options)).toThrow(/newline/);
  });
});
