import { afterEach, describe, expect, it, vi } from 'vitest';
import { UsageMeter } from '../../../../../src/server/domain/accounts/usage-meter.ts';
import type { KeyUse, UsageCount } from '../../../../../src/server/store/store.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const day = 24 * 60 * 60 * 1000;

/** A meter, the batches that it has stored, and steps that run before the next batches are stored. */
function usageMeter() {
  const stored: UsageCount[][] = [];
  const steps: (() => void)[] = [];
  const errors: unknown[] = [];
  const add = async (counts: readonly UsageCount[]) => {
    steps.shift()?.();
    stored.push(counts.map((count) => ({ ...count })));
  };
  const uses: KeyUse[] = [];
  const setLastUsed = async (batch: readonly KeyUse[]) => {
    steps.shift()?.();
    uses.push(...batch);
  };
  const store = { usage: { add }, keys: { setLastUsed } };
  const meter = new UsageMeter(store, (error) => errors.push(error));
  return { stored, uses, steps, errors, meter };
}

it('counts by account, operation and UTC day, and stores nothing twice', async () => {
  const { stored, meter } = usageMeter();
  meter.count('a', 'usage', noon);
  meter.count('a', 'usage', noon + 1);
  meter.count('a', 'news.search', noon);
  meter.count('b', 'usage', noon);
  meter.count('a', 'usage', noon + day / 2 - 1);
  meter.count('a', 'usage', noon + day / 2);
  await meter.flush();
  await meter.flush();
  expect(stored).toEqual([
    [
      { account_id: 'a', day: '2026-01-01', operation: 'usage', requests: 3 },
      { account_id: 'a', day: '2026-01-01', operation: 'news.search', requests: 1 },
      { account_id: 'b', day: '2026-01-01', operation: 'usage', requests: 1 },
      { account_id: 'a', day: '2026-01-02', operation: 'usage', requests: 1 },
    ],
  ]);
});

it('keeps the counts of a failed flush and adds later ones to them', async () => {
  const { stored, steps, meter } = usageMeter();
  meter.count('a', 'usage', noon);
  steps.push(() => {
    meter.count('a', 'usage', noon);
    throw new Error('unavailable');
  });
  await expect(meter.flush()).rejects.toThrow('unavailable');
  meter.count('a', 'usage', noon);
  await meter.flush();
  expect(stored).toEqual([
    [{ account_id: 'a', day: '2026-01-01', operation: 'usage', requests: 3 }],
  ]);
});

it('notes the use of a key once a minute, and again at once if it could not be stored', async () => {
  const { uses, steps, meter } = usageMeter();
  const minute = 60_000;
  steps.push(() => {
    throw new Error('unavailable');
  });
  meter.keyUsed('k', noon - 1);
  await expect(meter.flush()).rejects.toThrow('unavailable');
  for (const time of [noon, noon + 1, noon + minute - 1, noon + minute]) {
    meter.keyUsed('k', time);
    await meter.flush();
  }
  meter.keyUsed('other', noon + minute + 1);
  await meter.flush();
  expect(uses).toEqual([
    { hash: 'k', used_at: noon },
    { hash: 'k', used_at: noon + minute },
    { hash: 'other', used_at: noon + minute + 1 },
  ]);
});

describe('on its own', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('stores the counts of a second together, and reports errors', async () => {
    vi.useFakeTimers();
    const { stored, steps, errors, meter } = usageMeter();
    meter.count('a', 'usage', noon);
    await vi.advanceTimersByTimeAsync(999);
    expect(stored).toEqual([]);
    meter.count('a', 'usage', noon);
    await vi.advanceTimersByTimeAsync(1);
    expect(stored).toMatchObject([[{ requests: 2 }]]);
    steps.push(() => {
      throw new Error('unavailable');
    });
    meter.count('a', 'usage', noon);
    await vi.advanceTimersByTimeAsync(1000);
    expect(errors).toEqual([new Error('unavailable')]);
  });
});
