import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NextAttempts } from '../../../../src/server/delivery/next-attempts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A caller that waits for the deliveries `a` and `b`, over an outbox with this `unattempted()`. */
function waitForTwo(unattempted: (eventIds: readonly string[]) => Promise<string[]>) {
  const held = new Set<string>();
  const polls: (readonly string[])[] = [];
  const outbox = {
    unattempted: (eventIds: readonly string[]) => {
      polls.push(eventIds);
      return unattempted(eventIds);
    },
  };
  const attempts = new NextAttempts(outbox, (ids) => [...ids].some((id) => held.has(id)));
  let isOver = false;
  void attempts.wait(['a', 'b']).then(() => {
    isOver = true;
  });
  return { held, polls, attempts, isOver: () => isOver };
}

const allUnattempted = async (ids: readonly string[]) => [...ids];

describe('waiting for the next attempts', () => {
  it('ends at once without deliveries', async () => {
    const outbox = { unattempted: allUnattempted };
    await expect(new NextAttempts(outbox, () => true).wait([])).resolves.toBeUndefined();
  });

  it('ends when both were attempted in this process', async () => {
    const { held, attempts, polls, isOver } = waitForTwo(allUnattempted);
    held.add('a').add('b');
    attempts.release('a');
    await vi.advanceTimersByTimeAsync(500);
    expect(isOver()).toBe(false);
    attempts.release('b');
    await vi.advanceTimersByTimeAsync(0);
    expect(isOver()).toBe(true);
    expect(polls).toEqual([]);
  });

  it('ends when other processes have attempted them', async () => {
    const { isOver } = waitForTwo(async () => []);
    await vi.advanceTimersByTimeAsync(99);
    expect(isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver()).toBe(true);
  });

  it('continues until another process has attempted the last one', async () => {
    let unattempted = ['a', 'b'];
    const { isOver } = waitForTwo(async () => unattempted);
    await vi.advanceTimersByTimeAsync(100);
    unattempted = ['b'];
    await vi.advanceTimersByTimeAsync(100);
    expect(isOver()).toBe(false);
    unattempted = [];
    await vi.advanceTimersByTimeAsync(100);
    expect(isOver()).toBe(true);
  });

  it('does not count the attempts that were made before', async () => {
    const unattempted = vi.fn(allUnattempted);
    void new NextAttempts({ unattempted }, () => false).wait(['a'], 3);
    await vi.advanceTimersByTimeAsync(100);
    expect(unattempted).toHaveBeenCalledExactlyOnceWith(['a'], 3);
  });

  it('polls only for deliveries that are left', async () => {
    const { attempts, polls } = waitForTwo(allUnattempted);
    attempts.release('a');
    await vi.advanceTimersByTimeAsync(500);
    expect(polls).toEqual(Array.from({ length: 5 }, () => ['b']));
  });

  it('does not poll while this process holds one of them', async () => {
    const { held, polls, isOver } = waitForTwo(async () => []);
    held.add('b');
    await vi.advanceTimersByTimeAsync(500);
    expect(polls).toEqual([]);
    held.clear();
    await vi.advanceTimersByTimeAsync(500);
    expect(isOver()).toBe(true);
  });

  it('does not overlap polls, even if the store is slow', async () => {
    const { polls } = waitForTwo(() => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(5000);
    expect(polls).toHaveLength(1);
  });

  it('polls again after the store was unavailable', async () => {
    let isAvailable = false;
    const { polls, isOver } = waitForTwo(async () => {
      if (!isAvailable) throw new Error('unavailable');
      return [];
    });
    await vi.advanceTimersByTimeAsync(200);
    expect(isOver()).toBe(false);
    isAvailable = true;
    await vi.advanceTimersByTimeAsync(100);
    expect(isOver()).toBe(true);
    expect(polls).toHaveLength(3);
  });

  it('ends after the time of one whole attempt, and polls no more', async () => {
    const { polls, isOver } = waitForTwo(allUnattempted);
    await vi.advanceTimersByTimeAsync(5999);
    expect(isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver()).toBe(true);
    const { length } = polls;
    await vi.advanceTimersByTimeAsync(6000);
    expect(polls).toHaveLength(length);
  });

  it('ends when what is left will not be attempted', async () => {
    const { attempts, isOver } = waitForTwo(allUnattempted);
    attempts.releaseAllExcept(new Set(['a']));
    await vi.advanceTimersByTimeAsync(0);
    expect(isOver()).toBe(false);
    attempts.releaseAllExcept(new Set());
    await vi.advanceTimersByTimeAsync(0);
    expect(isOver()).toBe(true);
  });

  it('ignores attempts that nobody waits for', async () => {
    const { attempts, isOver } = waitForTwo(allUnattempted);
    attempts.release('c');
    await vi.advanceTimersByTimeAsync(0);
    expect(isOver()).toBe(false);
  });
});
