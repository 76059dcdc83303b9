import type { RankableItem } from '../../store/store.ts';

/** Orders items from newest to oldest, and those of the same time by id. */
export function newestFirst(
  a: Pick<RankableItem, 'id' | 'order_at'>,
  b: Pick<RankableItem, 'id' | 'order_at'>,
): number {
  return b.order_at - a.order_at || (a.id < b.id ? -1 : 1);
}
