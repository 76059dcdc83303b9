import type { ProfileRecord, Weekday } from '../../store/store.ts';
import { ZonedClock } from '../../zoned-clock.ts';

export type BriefingSettings = Pick<
  ProfileRecord,
  'time_zone' | 'briefing' | 'briefing_time' | 'briefing_day'
>;

/** In milliseconds; `to` is exclusive. */
export interface BriefingPeriod {
  from: number;
  to: number;
}

const day = 86_400_000;
/** Maximum milliseconds that one briefing covers. */
const maxPeriod = 31 * day;

/** In the order of `Date.getUTCDay()`. */
const weekdays: readonly Weekday[] = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
];

/**
 * When the next briefing is due: later than `now`, and not on the local day on which the last one
 * was, so that a change of the settings does not lead to a second one.
 *
 * @param now in milliseconds
 * @param last when the last briefing was due, in milliseconds
 * @returns milliseconds; `undefined` if briefings are off
 */
export function nextBriefing(
  settings: BriefingSettings,
  now: number,
  last: number | null,
): number | undefined {
  const clock = new ZonedClock(settings.time_zone);
  const lastDay = last === null ? undefined : dayOf(clock.wallTime(last));
  return occurrences(settings, clock, now, 1).find(
    (time) => time > now && (lastDay === undefined || dayOf(clock.wallTime(time)) > lastDay),
  );
}

/**
 * The period of a briefing that is due at `due` or, if more were missed since, at the latest of
 * these times. It starts at the end of the last briefing's period, at most 31 days before its end.
 *
 * @param lastEnd the end of the last briefing's period; `null` if there is none
 */
export function briefingPeriod(
  settings: BriefingSettings,
  { due, now, lastEnd }: { due: number; now: number; lastEnd: number | null },
): BriefingPeriod {
  const clock = new ZonedClock(settings.time_zone);
  const to =
    occurrences(settings, clock, now, -1).find((time) => time >= due && time <= now) ?? due;
  const previous = occurrences(settings, clock, to, -1).find((time) => time < to);
  return { from: Math.max(lastEnd ?? previous ?? to - day, to - maxPeriod), to };
}

/** The times around `time` at which briefings are due, from its local day on in one direction. */
function occurrences(
  { briefing, briefing_time, briefing_day }: BriefingSettings,
  clock: ZonedClock,
  time: number,
  direction: 1 | -1,
): number[] {
  if (briefing === 'off') return [];
  const [hours = 0, minutes = 0] = briefing_time.split(':').map(Number);
  const timeOfDay = (hours * 60 + minutes) * 60_000;
  const today = dayOf(clock.wallTime(time));
  // One day more than two weeks: the first and the last may be out of range.
  return Array.from({ length: 15 }, (_, days) => today + direction * days * day)
    .filter((date) => briefing === 'daily' || weekdays[new Date(date).getUTCDay()] === briefing_day)
    .map((date) => clock.timeAt(date + timeOfDay));
}

/** The start of the day of a wall time. */
function dayOf(wallTime: number): number {
  return Math.floor(wallTime / day) * day;
}
