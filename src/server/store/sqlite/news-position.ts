/** Positions of each millisecond. Further items take positions of the next millisecond. */
export const perMillisecond = 1000;
/** Times beyond it, in milliseconds, would need positions that are no safe integers (1684 and 2255). */
const maxTime = Math.floor(Number.MAX_SAFE_INTEGER / perMillisecond) - 1;

/** The first position of a time in milliseconds. */
export function positionAt(time: number): number {
  return Math.min(Math.max(Math.floor(time), -maxTime), maxTime) * perMillisecond;
}

/** The time of a position in milliseconds. */
export function timeAt(position: number): number {
  return Math.floor(position / perMillisecond);
}

/** {@link timeAt} of the column `position`, in SQL. */
export const orderAtColumn = `CAST(floor(position / ${perMillisecond}.0) AS INTEGER) AS order_at`;
