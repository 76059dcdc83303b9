import { beforeEach, expect, it } from 'vitest';
import { anAccount } from './records.ts';
import { describeStores } from './store-under-test.ts';

describeStores('usage', (under) => {
  const count = (operation: string, requests: number, day = '2026-11-20', account_id = 'a') => ({
    account_id,
    day,
    operation,
    requests,
  });

  it('is added to what is stored, by whichever process', async () => {
    const other = await under.beside();
    await under.store.usage.add([]);
    await Promise.all([
      under.store.usage.add([count('news.search', 2), count('alerts.list', 1)]),
      other.usage.add([count('alerts.list', 5), count('news.search', 1)]),
    ]);
    await under.store.usage.add([
      count('news.search', 1, '2026-11-19'),
      count('x', 9, '2026-11-18'),
    ]);
    await under.store.usage.add([count('news.search', 7, '2026-11-20', 'b')]);
    expect(await other.usage.since('a', '2026-11-19')).toEqual([
      count('alerts.list', 6),
      count('news.search', 1, '2026-11-19'),
      count('news.search', 3),
    ]);
  });
});

describeStores('rate limits', (under) => {
  it('count for all processes together until the window ends', async () => {
    const other = await under.beside();
    const window = { now: 10, until: 100 };
    expect(await under.store.rateLimits.add('k', 1, window)).toEqual({ points: 1, ends_at: 100 });
    expect(await other.rateLimits.add('k', 2, { now: 50, until: 140 })).toEqual({
      points: 3,
      ends_at: 100,
    });
    expect(await other.rateLimits.add('l', 1, { now: 50, until: 140 })).toMatchObject({
      points: 1,
    });
    expect(await under.store.rateLimits.add('k', 1, { now: 100, until: 190 })).toEqual({
      points: 1,
      ends_at: 190,
    });
  });

  it('miss none of those that come at once', async () => {
    const other = await under.beside();
    const window = { now: 10, until: 100 };
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? other : under.store).rateLimits.add('k', 1, window),
      ),
    );
    expect(await other.rateLimits.add('k', 0, window)).toMatchObject({ points: 20 });
  });
});

describeStores('briefings', (under) => {
  beforeEach(() => under.store.accounts.put(anAccount('a')));

  it('are kept with their last words, and listed with the newest first, then by id', async () => {
    const { briefings } = under.store;
    const aBriefing = (id: string, created_at: number, title = id) => ({
      id,
      account_id: 'a',
      title,
      summary: 'A summary',
      created_at,
    });
    await briefings.put(aBriefing('old', 1));
    await briefings.put(aBriefing('b', 5));
    await briefings.put(aBriefing('C', 5));
    await briefings.put(aBriefing('b', 9, 'Anew'));
    expect(await briefings.list('a')).toEqual([
      aBriefing('C', 5),
      aBriefing('b', 5, 'Anew'),
      aBriefing('old', 1),
    ]);
  });
});

describeStores('a store', (under) => {
  it('answers a ping', async () => {
    await expect(under.store.ping()).resolves.toBeUndefined();
  });
});
