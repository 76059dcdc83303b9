/** How many places a millisecond has. */
export const perMillisecond = 1000;
/** Beyond these times, in milliseconds, a position is no exact number any more (1684 and 2255). */
const timeBound = Math.floor(Number.MAX_SAFE_INTEGER / perMillisecond) - 1;

/** The first position of a time in milliseconds: an item's place is its time, and then a sequence. */
export function positionAt(time: number): number {
  return Math.min(Math.max(Math.floor(time), -timeBound), timeBound) * perMillisecond;
}

/** The time of a position, in milliseconds. */
export function timeAt(position: number): number {
  return Math.floor(position / perMillisecond);
}
