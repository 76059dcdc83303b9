import { describe, expect, it } from 'vitest';
import { Deadline, monotonicNow } from '../../../src/client/deadline.ts';

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a deadline', () => {
  it('counts from its start', async () => {
    const { signal, timeout } = new Deadline(60_000, monotonicNow() - 60_000);
    await nextTurn();
    expect(signal.aborted).toBe(true);
    expect(timeout).toBe(60_000);
  });

  it.each([2 ** 31, Number.POSITIVE_INFINITY])('may be %d ms away', async (timeout) => {
    const { signal } = new Deadline(timeout);
    await nextTurn();
    expect(signal.aborted).toBe(false);
  });
});
