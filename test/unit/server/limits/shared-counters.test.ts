import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../../src/node/log.ts';
import { SharedCounters } from '../../../../src/server/limits/shared-counters.ts';
import type { RateLimitCount, RateLimitEvents } from '../../../../src/server/store/store.ts';

/** Processes that share a store in memory, at a time that the test sets. */
function shared() {
  const state = { now: 1000, tries: 0, writes: 0, isDown: false };
  const stored = new Map<string, RateLimitCount>();
  const store = {
    async addAll(events: readonly RateLimitEvents[]) {
      state.tries += 1;
      if (state.isDown) throw new Error('no store');
      state.writes += 1;
      return events.map(({ key, points, now, until }) => {
        const known = stored.get(key);
        const count =
          known && known.ends_at > now
            ? { points: known.points + points, ends_at: known.ends_at }
            : { points, ends_at: until };
        stored.set(key, count);
        return { key, ...count };
      });
    },
  };
  const lines: string[] = [];
  const process = (maximum: number) => {
    const counters = new SharedCounters({
      store,
      now: () => state.now,
      log: (_level, event) => lines.push(event),
    });
    return { counters, counter: counters.create('key', { maximum, seconds: 10 }) };
  };
  return { state, stored, lines, process };
}

/** A process that has just shared a count. */
async function sharing() {
  const made = shared();
  const { counters, counter } = made.process(1000);
  for (let n = 0; n < 50; n += 1) counter.add('a');
  await counters.flush();
  return { state: made.state, counters, counter };
}

describe('a shared counter', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('lets a key have its maximum in a window, and then says when the window ends', () => {
    const { state, process } = shared();
    const { counter } = process(2);
    expect(counter.take('a')).toMatchObject({ isTaken: true, remaining: 1, seconds: 10 });
    state.now += 2500;
    expect(counter.take('a')).toMatchObject({ isTaken: true, remaining: 0, seconds: 8 });
    expect(counter.take('a')).toMatchObject({ isTaken: false, remaining: 0, seconds: 8 });
    expect(counter.take('b')).toMatchObject({ isTaken: true, remaining: 1 });
    state.now += 7500;
    expect(counter.take('a')).toMatchObject({ isTaken: true, remaining: 1, seconds: 10 });
  });

  it('shares its counts with other processes, with the end of the window that began first', async () => {
    const { state, process } = shared();
    const [one, two] = [process(10), process(10)];
    for (let n = 0; n < 6; n += 1) one.counter.add('a');
    state.now += 1000;
    await one.counters.flush();
    state.now += 3000;
    for (let n = 0; n < 4; n += 1) two.counter.add('a');
    expect(two.counter.quota('a').remaining).toBe(6);
    await two.counters.flush();
    expect(two.counter.take('a')).toMatchObject({ isTaken: false, seconds: 6 });
    expect(one.counter.quota('a').remaining).toBe(4);
    one.counter.add('a');
    await one.counters.flush();
    expect(one.counter.quota('a').remaining).toBe(0);
  });

  it('writes nothing for keys that use little of their maximum', async () => {
    const { state, stored, process } = shared();
    const { counters, counter } = process(1000);
    for (let n = 0; n < 49; n += 1) counter.add('a');
    await counters.flush();
    expect(state.writes).toBe(0);
    counter.add('a');
    await counters.flush();
    expect([...stored]).toEqual([['key a', { points: 50, ends_at: 11_000 }]]);
  });

  it('counts on its own while the store is down, says so once, and shares its counts later', async () => {
    const { state, stored, lines, process } = shared();
    const { counters, counter } = process(4);
    state.isDown = true;
    for (let n = 0; n < 3; n += 1) {
      counter.add('a');
      await counters.flush();
    }
    expect(counter.quota('a').remaining).toBe(1);
    expect(lines).toEqual(['rate limits not shared']);
    state.isDown = false;
    await counters.flush();
    expect(stored.get('key a')?.points).toBe(3);
    expect(counter.quota('a').remaining).toBe(1);
    await counters.stop();
  });

  it('starts anew if the clock was set back', () => {
    const { state, process } = shared();
    const { counter } = process(1);
    counter.add('a');
    state.now -= 3_600_000;
    expect(counter.quota('a')).toMatchObject({ remaining: 1, seconds: 10 });
  });

  it('is added to the store a second later, if it has little more', async () => {
    const { state, counters, counter } = await sharing();
    counter.add('a');
    await vi.advanceTimersByTimeAsync(999);
    expect(state.writes).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(state.writes).toBe(2);
    await counters.stop();
  });

  it('is added at once if it has much more, but at most ten times a second', async () => {
    const { state, counters, counter } = await sharing();
    await vi.advanceTimersByTimeAsync(1000);
    const addMuch = () => {
      for (let n = 0; n < 50; n += 1) counter.add('a');
    };
    addMuch();
    await vi.advanceTimersByTimeAsync(0);
    expect(state.writes).toBe(2);
    for (let n = 0; n < 100; n += 1) {
      addMuch();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(state.writes).toBeLessThanOrEqual(12);
    expect(state.writes).toBeGreaterThan(9);
    state.isDown = true;
    const before = state.tries;
    for (let n = 0; n < 100; n += 1) {
      addMuch();
      await vi.advanceTimersByTimeAsync(20);
    }
    expect(state.tries - before).toBeLessThan(5);
    await counters.stop();
  });

  it('lets a burst over several processes exceed a maximum by little', async () => {
    const { process } = shared();
    const all = [process(300), process(300), process(300)];
    let taken = 0;
    for (let n = 0; n < 900; n += 1) {
      if (all[n % 3]?.counter.take('a').isTaken) taken += 1;
      await vi.advanceTimersByTimeAsync(2);
    }
    expect(taken).toBeGreaterThanOrEqual(300);
    expect(taken).toBeLessThan(400);
    for (const { counters } of all) await counters.stop();
  });
});

describe('a store that responds after the end of a window', () => {
  const late = (respond: (events: readonly RateLimitEvents[]) => RateLimitCount[]) => {
    let now = 0;
    let meanwhile = () => {};
    const counters = new SharedCounters({
      store: {
        addAll: async (events) => {
          now = 20_000;
          meanwhile();
          return respond(events).map((count, at) => ({ key: events[at]?.key ?? '', ...count }));
        },
      },
      now: () => now,
      log: silentLog,
    });
    const counter = counters.create('key', { maximum: 5, seconds: 10 });
    counter.add('a');
    return { counters, counter, during: (work: () => void) => (meanwhile = work) };
  };
  const counted = (events: readonly RateLimitEvents[]) =>
    events.map(({ until }) => ({ points: 5, ends_at: until }));

  it('changes nothing', async () => {
    const { counters, counter } = late(counted);
    await counters.flush();
    expect(counter.quota('a').remaining).toBe(5);
  });

  it('does not end the window that began meanwhile', async () => {
    const { counters, counter, during } = late(counted);
    during(() => counter.add('a'));
    await counters.flush();
    expect(counter.quota('a')).toMatchObject({ remaining: 4, seconds: 10 });
  });

  it('adds no counts to the window that began meanwhile if it fails', async () => {
    const points: number[] = [];
    const { counters, counter, during } = late((events) => {
      points.push(...events.map((each) => each.points));
      if (points.length === 1) throw new Error('no store');
      return counted(events);
    });
    during(() => counter.add('a'));
    await counters.flush();
    during(() => {});
    await counters.stop();
    expect(points).toEqual([1, 1]);
  });
});
