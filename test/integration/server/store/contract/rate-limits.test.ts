import { expect, it } from 'vitest';
import { describeStores } from './describe-stores.ts';

describeStores('rate limits', (context) => {
  it('count across processes until the window ends', async () => {
    const other = await context.openAgain();
    const window = { now: 10, until: 100 };
    expect(await context.store.rateLimits.add('k', 1, window)).toEqual({ points: 1, ends_at: 100 });
    expect(await other.rateLimits.add('k', 2, { now: 50, until: 140 })).toEqual({
      points: 3,
      ends_at: 100,
    });
    expect(await other.rateLimits.add('l', 1, { now: 50, until: 140 })).toMatchObject({
      points: 1,
    });
    expect(await context.store.rateLimits.add('k', 1, { now: 100, until: 190 })).toEqual({
      points: 1,
      ends_at: 190,
    });
  });

  it('count many keys at once, and replace windows that a clock ahead made too long', async () => {
    const events = (points: number, now: number) =>
      ['b', 'a', 'c'].map((key) => ({ key, points, now, until: now + 100 }));
    await context.store.rateLimits.add('c', 7, { now: 3_600_000, until: 3_600_100 });
    await context.store.rateLimits.addAll(events(2, 10));
    const counts = await context.store.rateLimits.addAll(events(3, 20));
    expect(counts.toSorted((one, other) => (one.key < other.key ? -1 : 1))).toEqual([
      { key: 'a', points: 5, ends_at: 110 },
      { key: 'b', points: 5, ends_at: 110 },
      { key: 'c', points: 5, ends_at: 110 },
    ]);
  });

  it('count every concurrent call', async () => {
    const other = await context.openAgain();
    const window = { now: 10, until: 100 };
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? other : context.store).rateLimits.add('k', 1, window),
      ),
    );
    expect(await other.rateLimits.add('k', 0, window)).toMatchObject({ points: 20 });
  });
});
