import { similarName } from '../../contract/did-you-mean.ts';
import { shorten } from '../../contract/shorten.ts';
import { typeName } from '../../contract/type-name.ts';
import type { ManualClock } from '../clock.ts';

/** A time span. The units are added up. */
export interface Duration {
  /** Days of 24 hours. */
  days?: number;
  /** Hours. */
  hours?: number;
  /** Minutes. */
  minutes?: number;
  /** Seconds. */
  seconds?: number;
  /** Milliseconds. */
  milliseconds?: number;
}

/** The clock cannot be advanced, or not by this time. The message says why. */
export class ClockError extends Error {
  override readonly name = 'ClockError';
}

const unitMilliseconds: Readonly<Record<keyof Duration, number>> = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
};

/** Maximum milliseconds of one call: ten years. */
const maxDuration = 3653 * unitMilliseconds.days;

/** Milliseconds to the next step if work that was due is still due, because it cannot be done. */
const overdueStep = 1000;

/** The work that a clock sets off. */
interface Schedule {
  /** Resolves when the work that is due now has ended. */
  settled(): Promise<void>;
  /** Resolves when the work that timers of the clock have started has ended. */
  ended(): Promise<void>;
  /** When work is due next, in milliseconds since the epoch. */
  nextDue(): Promise<number | undefined>;
}

/**
 * Advances a clock from one due time to the next, and waits each time until the work has ended.
 *
 * @param isStopped ends it early
 */
export async function advance(
  clock: ManualClock,
  milliseconds: number,
  schedule: Schedule,
  isStopped: () => boolean,
): Promise<void> {
  const end = clock.now() + milliseconds;
  await schedule.settled();
  let due = await schedule.nextDue();
  while (clock.now() < end && !isStopped()) {
    const now = clock.now();
    const next = due !== undefined && due <= now ? now + overdueStep : (due ?? end);
    clock.advance(Math.min(next, end) - now);
    await schedule.ended();
    due = await schedule.nextDue();
    // Not everything has a timer: a request may have added it.
    if (due === undefined || due > clock.now()) continue;
    await schedule.settled();
    due = await schedule.nextDue();
  }
}

/**
 * @param by milliseconds, or units
 * @throws {ClockError} if it is not a time from 0 to ten years
 */
export function toMilliseconds(by: number | Duration): number {
  const milliseconds = typeof by === 'number' ? by : sum(by);
  if (milliseconds >= 0 && milliseconds <= maxDuration) return Math.round(milliseconds);
  throw new ClockError(
    `the time to advance must be from 0 to ${maxDuration} ms (ten years), not ${milliseconds}`,
  );
}

function sum(duration: Duration): number {
  if (typeof duration !== 'object' || duration === null || Array.isArray(duration)) {
    throw new ClockError('the time to advance must be milliseconds, or such as { hours: 27 }');
  }
  return Object.entries(duration).reduce((total, [unit, count]) => {
    if (!Object.hasOwn(unitMilliseconds, unit)) throw unknownUnit(unit);
    if (typeof count !== 'number' && count !== undefined) {
      throw new ClockError(`${unit} must be a number, not ${typeName(count)}`);
    }
    return total + (count ?? 0) * unitMilliseconds[unit as keyof Duration];
  }, 0);
}

function unknownUnit(unit: string): ClockError {
  const units = Object.keys(unitMilliseconds);
  const similar = similarName(unit, units);
  const hint = similar ? `did you mean ${similar}?` : `choose from ${units.join(', ')}`;
  return new ClockError(`unknown unit ${JSON.stringify(shorten(unit))}; ${hint}`);
}
