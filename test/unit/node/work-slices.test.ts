import { setImmediate } from 'node:timers';
import { describe, expect, it } from 'vitest';
import { filterInSlices, WorkSlices } from '../../../src/node/work-slices.ts';

/** Counts the turns of the event loop while `work` runs. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isRunning = false;
  return turns;
}

describe('WorkSlices', () => {
  it('lets the event loop run after 10 ms of work', async () => {
    let now = 0;
    const turns = await turnsDuring(async () => {
      const slices = new WorkSlices(() => now);
      for (let step = 0; step < 100; step += 1) {
        now += 5;
        await slices.next();
      }
    });
    expect(turns).toBe(50);
  });

  it('does not wait before', async () => {
    const turns = await turnsDuring(async () => {
      const slices = new WorkSlices(() => 0);
      for (let step = 0; step < 1000; step += 1) await slices.next();
    });
    expect(turns).toBe(0);
  });
});

describe('filterInSlices', () => {
  it('keeps values in their order', async () => {
    expect(await filterInSlices([3, 1, 4, 1, 5], (value) => value > 2)).toEqual([3, 4, 5]);
  });
});
