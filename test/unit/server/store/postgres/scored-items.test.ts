import { describe, expect, it } from 'vitest';
import { ScoredItems } from '../../../../../src/server/store/postgres/scored-items.ts';
import { randomFrom } from '../../../../helpers/random.ts';

describe('scored items', () => {
  it('gives the best and all ties with the last of them, as sorting all of them does', () => {
    const random = randomFrom(11);
    const items = Array.from({ length: 5_000 }, (_, number) => ({
      number,
      orderAt: Math.floor(random() * 20),
      relevance: Math.floor(random() * 9),
    }));
    for (const [limit, newest] of [
      [1, 5_000],
      [30, 400],
      [200, 7],
      [9_000, 9_000],
    ] as const) {
      const scored = new ScoredItems();
      for (const { number, orderAt, relevance } of items) {
        scored.add(number, orderAt, 1);
        scored.addToKnown(number, relevance);
      }
      scored.addToKnown(items.length, 100);
      scored.keepNewest(newest);
      const newestFirst = items.toSorted((a, b) => b.orderAt - a.orderAt);
      const since = newestFirst[newest - 1]?.orderAt ?? 0;
      const sorted = items
        .filter(({ orderAt }) => orderAt >= since)
        .sort((a, b) => b.relevance - a.relevance || b.orderAt - a.orderAt);
      const last = sorted[limit - 1] ?? { relevance: -1, orderAt: -1 };
      const expected = sorted.filter(
        ({ relevance, orderAt }) =>
          relevance > last.relevance || (relevance === last.relevance && orderAt >= last.orderAt),
      );
      expect(new Map([...scored.best(limit)].sort(([a], [b]) => a - b))).toEqual(
        new Map(
          expected
            .sort((a, b) => a.number - b.number)
            .map(({ number, relevance }) => [number, relevance + 1]),
        ),
      );
    }
  });
});
