import type { NewsPeriod } from '../store.ts';

/** The number of positions in a millisecond. Further items take positions of the next one. */
export const perMillisecond = 1000;
/** The latest time (ms) whose positions are safe integers: in 2255. The earliest is in 1684. */
const maxTime = Math.floor(Number.MAX_SAFE_INTEGER / perMillisecond) - 1;

/** The first position of a time (ms). */
export function positionAt(time: number): number {
  return Math.min(Math.max(Math.floor(time), -maxTime), maxTime) * perMillisecond;
}

/** The positions of a period: `from` this one, `before` that one. */
export function positionsOf({ since, until }: NewsPeriod): { from: number; before: number } {
  return {
    from: since === undefined ? Number.MIN_SAFE_INTEGER : positionAt(since),
    before: until === undefined ? Number.MAX_SAFE_INTEGER : positionAt(Math.floor(until) + 1),
  };
}

/** The time (ms) of a position. */
export function timeAt(position: number): number {
  return Math.floor(position / perMillisecond);
}

/** {@link timeAt} of the column `position`, in SQL. */
export const orderAtColumn = `CAST(floor(position / ${perMillisecond}.0) AS INTEGER) AS order_at`;
