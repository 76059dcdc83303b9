import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BacklogReader } from '../../../../src/server/metrics/backlog-reader.ts';
import type { Backlog } from '../../../../src/server/store/store.ts';

const backlog: Backlog = {
  deliveries: { waiting: 3, due: 2, in_flight: 1, overdue: 1500 },
  tick_overdue: 0,
  unmatched: 7,
};

describe('BacklogReader', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('reads once for the scrapes of five seconds', async () => {
    const read = vi.fn(async () => backlog);
    const reader = new BacklogReader(read);
    await reader.backlog();
    vi.advanceTimersByTime(4999);
    expect(await reader.backlog()).toBe(backlog);
    expect(read).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await reader.backlog();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('spends at most a fiftieth of the time on a large backlog', async () => {
    const read = vi.fn(async () => {
      await vi.advanceTimersByTimeAsync(1000);
      return backlog;
    });
    const reader = new BacklogReader(read);
    await reader.backlog();
    vi.advanceTimersByTime(49_999);
    await reader.backlog();
    expect(read).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await reader.backlog();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('waits two seconds for a store that hangs, and does not read again meanwhile', async () => {
    const read = vi.fn(() => new Promise<Backlog>(() => {}));
    const reader = new BacklogReader(read);
    const scrapes = Promise.all([reader.backlog(), reader.backlog()]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await scrapes).toEqual([undefined, undefined]);
    const later = reader.backlog();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await later).toBeUndefined();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('has no old backlog after a failure', async () => {
    const read = vi.fn(async () => backlog);
    const reader = new BacklogReader(read);
    await reader.backlog();
    read.mockRejectedValueOnce(new Error('the store is gone'));
    vi.advanceTimersByTime(5000);
    expect(await reader.backlog()).toBeUndefined();
  });
});
