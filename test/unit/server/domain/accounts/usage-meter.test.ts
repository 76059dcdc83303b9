import { expect, it } from 'vitest';
import { UsageMeter } from '../../../../../src/server/domain/accounts/usage-meter.ts';
import type { UsageCount } from '../../../../../src/server/store/store.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const day = 24 * 60 * 60 * 1000;

function metering() {
  const stored: UsageCount[][] = [];
  const failures: (() => Promise<void>)[] = [];
  const add = async (counts: readonly UsageCount[]) => {
    await failures.shift()?.();
    stored.push(counts.map((count) => ({ ...count })));
  };
  return { stored, failures, meter: new UsageMeter({ add, since: async () => [] }, () => {}) };
}

it('counts by account, operation and day', async () => {
  const { stored, meter } = metering();
  meter.count('a', 'usage', noon);
  meter.count('a', 'usage', noon + 1);
  meter.count('a', 'news.search', noon);
  meter.count('b', 'usage', noon);
  meter.count('a', 'usage', noon + day);
  await meter.flush();
  await meter.flush();
  expect(stored).toEqual([
    [
      { account_id: 'a', day: '2026-01-01', operation: 'usage', requests: 2 },
      { account_id: 'a', day: '2026-01-01', operation: 'news.search', requests: 1 },
      { account_id: 'b', day: '2026-01-01', operation: 'usage', requests: 1 },
      { account_id: 'a', day: '2026-01-02', operation: 'usage', requests: 1 },
    ],
  ]);
});

it('loses no count that the store does not take, nor any that came meanwhile', async () => {
  const { stored, failures, meter } = metering();
  meter.count('a', 'usage', noon);
  failures.push(async () => {
    meter.count('a', 'usage', noon);
    throw new Error('away');
  });
  await expect(meter.flush()).rejects.toThrow('away');
  meter.count('a', 'usage', noon);
  await meter.flush();
  expect(stored).toEqual([
    [{ account_id: 'a', day: '2026-01-01', operation: 'usage', requests: 3 }],
  ]);
});
