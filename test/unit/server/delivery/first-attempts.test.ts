import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FirstAttempts } from '../../../../src/server/delivery/first-attempts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Who waits, the questions to the outbox, and how it answers them. */
function watched(untried: (eventIds: readonly string[]) => Promise<string[]>) {
  const here = new Set<string>();
  const questions: (readonly string[])[] = [];
  const outbox = {
    untried: (eventIds: readonly string[]) => {
      questions.push(eventIds);
      return untried(eventIds);
    },
  };
  const attempts = new FirstAttempts(outbox, (ids) => [...ids].some((id) => here.has(id)));
  let over = false;
  void attempts.at(['a', 'b']).then(() => {
    over = true;
  });
  return { here, questions, attempts, isOver: () => over };
}

describe('who waits for first attempts', () => {
  it('learns of those that other processes have made', async () => {
    const { isOver } = watched(async () => []);
    await vi.advanceTimersByTimeAsync(500);
    expect(isOver()).toBe(true);
  });

  it('asks the store for those alone that are left', async () => {
    const { attempts, questions, isOver } = watched(async (ids) => [...ids]);
    attempts.ended('a');
    await vi.advanceTimersByTimeAsync(500);
    expect(new Set(questions.flat())).toEqual(new Set(['b']));
    attempts.ended('b');
    await vi.advanceTimersByTimeAsync(0);
    expect(isOver()).toBe(true);
  });

  it('asks the store nothing while this process makes one of them', async () => {
    const { here, questions, isOver } = watched(async () => []);
    here.add('b');
    await vi.advanceTimersByTimeAsync(500);
    expect(questions).toEqual([]);
    here.clear();
    await vi.advanceTimersByTimeAsync(500);
    expect(isOver()).toBe(true);
  });

  it('asks one question at a time, however slow the answers are', async () => {
    const { questions } = watched(() => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(5000);
    expect(questions).toHaveLength(1);
  });

  it('waits no longer than a whole attempt takes, and asks nothing after it', async () => {
    const { questions, isOver } = watched(async (ids) => [...ids]);
    await vi.advanceTimersByTimeAsync(6000);
    expect(isOver()).toBe(true);
    const asked = questions.length;
    await vi.advanceTimersByTimeAsync(6000);
    expect(questions).toHaveLength(asked);
  });
});
