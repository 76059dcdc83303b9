import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../../../src/node/log.ts';
import { SharedCounters } from '../../../../../src/server/limits/shared-counters.ts';
import { requestLimits } from '../../../../../src/server/surfaces/shared/limits.ts';
import { SecretChecks } from '../../../../../src/server/surfaces/shared/secret-checks.ts';
import { rejections } from '../../../../helpers/rejections.ts';

const { maxFailedAuthentications } = requestLimits;

/** Checks against a store with the secret `valid`. */
function checks() {
  const state = { now: 0, lookUps: 0 };
  const { metrics, rejected } = rejections();
  const counters = new SharedCounters({
    store: { addAll: async () => [] },
    now: () => state.now,
    log: silentLog,
  });
  const secrets = new SecretChecks(counters, metrics);
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
  return { state, secrets, rejected, check, fail };
}

describe('an address with too many wrong secrets', () => {
  it('is rejected with the time until the end of the minute', async () => {
    const { state, rejected, check, fail } = checks();
    await fail(maxFailedAuthentications - 1);
    state.now = 20_000;
    expect(await check('wrong')).toBeUndefined();
    await expect(check('another')).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 40 });
    expect(rejected).toEqual(['wrong_keys']);
    state.now = 60_000;
    expect(await check('another')).toBeUndefined();
  });

  it('can still use a valid secret, even one that was never used before', async () => {
    const { check, fail } = checks();
    await fail(maxFailedAuthentications + 10);
    expect(await check('valid')).toBe('account');
  });

  it('has its unknown secrets looked up one after another, a hundred at most', async () => {
    const { state, secrets, check, fail } = checks();
    await check('valid', '192.0.2.2');
    await fail(maxFailedAuthentications);
    state.lookUps = 0;
    let release = () => {};
    const slowLookUp = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    const slow = secrets.check('192.0.2.1', 'slow', () => slowLookUp);
    const wrong = Array.from({ length: 98 }, (_, n) => check(`x${n}`));
    const unseen = secrets.check('192.0.2.1', 'unseen', async () => 'account');
    // The look-up in progress and 99 that wait for it: the next one is rejected at once.
    await expect(check('another')).rejects.toMatchObject({ code: 'rate_limited' });
    expect(state.lookUps).toBe(0);
    // A secret that was valid before, even from another address, is looked up at once.
    expect(await check('valid')).toBe('account');
    release();
    expect(await unseen).toBe('account');
    const results = await Promise.allSettled([slow, ...wrong]);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(check('one more')).rejects.toMatchObject({ code: 'rate_limited' });
    expect(state.lookUps).toBe(100);
  });

  it('has later secrets looked up after a look-up that failed', async () => {
    const { secrets, check, fail } = checks();
    await fail(maxFailedAuthentications);
    const failing = secrets.check('192.0.2.1', 'x', () => Promise.reject(new Error('no store')));
    const unseen = check('valid');
    await expect(failing).rejects.toThrow('no store');
    expect(await unseen).toBe('account');
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
