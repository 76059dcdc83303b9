const minute = 60_000;
const minutesOfDay = 24 * 60;

/**
 * When the quiet hours that `now` is in end: the next minute outside of them, also if the clocks
 * change in between.
 *
 * @param quietHours two times of day, such as `22:00-07:00`; the second one is outside
 * @param timeZone IANA name
 * @param now in milliseconds
 * @returns milliseconds; `undefined` if `now` is outside of the quiet hours
 */
export function quietHoursEnd(
  quietHours: string,
  timeZone: string,
  now: number,
): number | undefined {
  const [from = 0, to = 0] = quietHours.split('-').map(minuteOfDay);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' });
  const timeOfDay = (time: number) => minuteOfDay(clock.format(time));
  const length = after(from, to);
  const isQuiet = (time: number) => after(from, timeOfDay(time)) < length;
  if (!isQuiet(now)) return undefined;
  let end = Math.floor(now / minute) * minute + after(timeOfDay(now), to) * minute;
  // Only if the clocks change before then.
  while (!isQuiet(end - minute)) end -= minute;
  while (isQuiet(end)) end += minute;
  return end;
}

/** @param text such as `22:00` */
function minuteOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Minutes from one time of day to the next occurrence of another. */
function after(from: number, to: number): number {
  return (to - from + minutesOfDay) % minutesOfDay;
}
