import { expect, it } from 'vitest';
import { silentLog } from '../../../../../src/node/log.ts';
import { SharedCounters } from '../../../../../src/server/limits/shared-counters.ts';
import {
  type RateLimitSettings,
  type RequestQuota,
  RequestRates,
  rateLimitHeaders,
} from '../../../../../src/server/surfaces/shared/request-rates.ts';
import { rejections } from '../../../../helpers/rejections.ts';

function rates(settings: RateLimitSettings) {
  const { metrics, rejected } = rejections();
  const counters = new SharedCounters({
    store: { addAll: async () => [] },
    now: () => 0,
    log: silentLog,
  });
  return { rates: new RequestRates(counters, metrics, settings), rejected };
}

it('counts requests that are rejected, by their limit', () => {
  const { rates: limits, rejected } = rates({ key: '1/1h' });
  const quotas: RequestQuota[] = [];
  limits.take('key', 'a', quotas);
  expect(() => limits.take('key', 'a', quotas)).toThrow(
    'too many requests with this key, 1 in 3600 s are allowed; try again in 3600 s',
  );
  expect(rejected).toEqual(['key']);
  expect(rateLimitHeaders(quotas.slice(1))).toEqual([
    ['ratelimit-policy', '"key";q=1;w=3600'],
    ['ratelimit', '"key";r=0;t=3600'],
  ]);
});

it('names no limit that is off', () => {
  const { rates: limits } = rates({ key: 'off', address: 'off' });
  const quotas: RequestQuota[] = [];
  for (let n = 0; n < 10_000; n += 1) limits.take('address', 'a', quotas);
  expect(rateLimitHeaders(quotas)).toEqual([]);
});
