import { describe, expect, it } from 'vitest';
import { requestLimits } from '../../../../../src/server/surfaces/shared/limits.ts';
import { SecretChecks } from '../../../../../src/server/surfaces/shared/secret-checks.ts';

const { maxFailedAuthentications } = requestLimits;

/** Checks against a store with the secret `valid`. */
function checks() {
  const state = { now: 0, lookUps: 0 };
  const secrets = new SecretChecks(() => state.now);
  const lookUp = (secret: string) => async () => {
    state.lookUps += 1;
    return secret === 'valid' ? 'account' : undefined;
  };
  const check = (secret: string, address = '192.0.2.1') =>
    secrets.check(address, secret, lookUp(secret));
  const fail = async (times: number, address?: string) => {
    for (let n = 0; n < times; n += 1) {
      await check(`wrong ${n}`, address).catch(() => undefined);
    }
  };
  return { state, secrets, check, fail };
}

describe('an address with too many wrong secrets', () => {
  it('is rejected with the time until the end of the minute', async () => {
    const { state, check, fail } = checks();
    await fail(maxFailedAuthentications - 1);
    state.now = 20_000;
    expect(await check('wrong')).toBeUndefined();
    await expect(check('another')).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 40 });
    state.now = 60_000;
    expect(await check('another')).toBeUndefined();
  });

  it('can still use a valid secret, even one that was never used before', async () => {
    const { check, fail } = checks();
    await fail(maxFailedAuthentications + 10);
    expect(await check('valid')).toBe('account');
  });

  it('has one look-up of unknown secrets at a time', async () => {
    const { state, secrets, check, fail } = checks();
    await check('valid');
    await fail(maxFailedAuthentications);
    state.lookUps = 0;
    let release = () => {};
    const slowLookUp = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    const slow = secrets.check('192.0.2.1', 'slow', () => slowLookUp);
    const others = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => check(`x${n}`)));
    expect(others.every(({ status }) => status === 'rejected')).toBe(true);
    expect(state.lookUps).toBe(0);
    // A secret that was valid before is looked up nevertheless.
    expect(await check('valid')).toBe('account');
    release();
    await expect(slow).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('does not limit other addresses', async () => {
    const { check, fail } = checks();
    await fail(maxFailedAuthentications);
    expect(await check('wrong', '192.0.2.2')).toBeUndefined();
  });

  it('cannot use a secret that was valid for another address without a look-up', async () => {
    const { state, check, fail } = checks();
    await check('valid', '192.0.2.2');
    await fail(maxFailedAuthentications);
    state.lookUps = 0;
    await check('valid');
    expect(state.lookUps).toBe(1);
  });
});
