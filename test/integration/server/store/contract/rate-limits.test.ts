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
