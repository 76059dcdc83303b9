import { type CalendarDate, fractionMilliseconds } from './calendar-date.ts';
import { monthOf } from './month-names.ts';
import { namedZone, numericZone, type ToTime } from './time-zones.ts';
import { isWeekday } from './weekday-names.ts';

/** Words in dates that have no meaning. */
const fillers: ReadonlySet<string> = new Set(
  'of the on at de del d el le il em den der am um uhr a as las les alle ore om op kl klo kello pa dne dia dnia v o r godz godzinie saat h pukul в о г года р року ч на la los στις في'.split(
    ' ',
  ),
);

/** The parts of a date. At the end of each part, these are tried in this order. */
const parts = new RegExp(
  [
    // 2026-05-06, 6.5.2026
    /(?<year>[1-9]\d{3})(?<separator>[-/.])\s?(?<month>\d{1,2})\k<separator>\s?(?<day>\d{1,2})(?!\d)/u,
    /(?<first>\d{1,2})(?<mark>[-/.])\s?(?<second>\d{1,2})\k<mark>\s?(?<lastYear>[1-9]\d{3})(?!\d)/u,
    // 7:08, 7:08:09.5 pm, 7h08, 7.08, 7h, 7 pm
    /(?<hour>\d{1,2})(?:[:h](?<minute>\d\d)(?:[:m](?<seconds>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?|[.](?<dotMinute>\d\d)(?:[.](?<dotSeconds>\d\d))?(?![.\d])|h(?!\p{L})|(?=\s?[ap]\.?\s?m(?!\p{L})))s?(?!\d)(?:\s?(?<meridiem>[ap])\.?\s?m(?!\p{L}))?/u,
    // +02:00, +0200, +2, GMT+2
    /(?<zonePrefix>(?:gmt|utc|ut)\s?)?(?<sign>[+-])(?<zoneHour>\d{1,2})(?::?(?<zoneMinute>\d\d))?(?![\d:\p{L}])/u,
    /(?<number>\d{1,4})(?:(?:st|nd|rd|th|er|e|o|a)(?!\p{L}))?(?!\d)/u,
    /(?<word>\p{L}+(?:['-]\p{L}+)*)/u,
    /[\s,.;|'\u2019/-]/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'uy',
);

type Groups = Partial<Record<string, string>>;

/** A date with several meanings, or with a time zone that is unknown or has several. */
export class UnclearDateError extends Error {}

/**
 * Reads a date with the name of a month or separate numbers, such as those of RFC 5322, RFC 850,
 * `ctime` and those that people write, in the languages of the names of months. The parts may have any
 * order, only the day is required, and every word must be known.
 *
 * @param text as `foldDate` returns it
 * @throws {UnclearDateError} if the date is not clear
 */
export function wordedDate(text: string): CalendarDate | undefined {
  const found = new FoundParts();
  const comments: string[] = [];
  const uncommented = text.replace(/\(([^()]*)\)?/g, (_, comment: string = '') => {
    comments.push(comment);
    return ' ';
  });
  if (!addParts(found, uncommented)) return undefined;
  // A comment repeats the zone in words, unless it is the only one that names it.
  if (!found.hasZone) for (const comment of comments) found.addComment(comment);
  return found.date();
}

/** @returns whether each part of the text can belong to a date */
function addParts(found: FoundParts, text: string): boolean {
  for (let at = 0; at < text.length; at = parts.lastIndex) {
    parts.lastIndex = at;
    const groups = parts.exec(text)?.groups;
    if (!groups || !found.add(groups)) return false;
  }
  return true;
}

type Day = Pick<CalendarDate, 'year' | 'month' | 'day'>;
type Time = Required<Pick<CalendarDate, 'hour' | 'minute' | 'second' | 'millisecond'>>;

class FoundParts {
  readonly #days: Day[] = [];
  readonly #times: Time[] = [];
  readonly #numbers: string[] = [];
  readonly #months: { word: string; month: number }[] = [];
  readonly #zones: ToTime[] = [];
  /** Whether the last part, other than separators, is a time. */
  #isAfterTime = false;

  get hasZone(): boolean {
    return this.#zones.length > 0;
  }

  /** @returns whether the part can belong to a date */
  add(groups: Groups): boolean {
    const { year, first, hour, sign, number, word } = groups;
    if (word !== undefined) return this.#addWord(word);
    if (hour !== undefined) return this.#addTime(hour, groups);
    if (sign !== undefined) return this.#addOffset(sign, groups);
    if (year !== undefined) this.#days.push(dayOf(year, groups['month'], groups['day']));
    else if (first !== undefined) this.#days.push(numericDay(first, groups));
    else if (number !== undefined) this.#numbers.push(number);
    return true;
  }

  addComment(comment: string): void {
    for (const [word] of comment.matchAll(/[a-z]+/g)) this.#addWord(word);
  }

  date(): CalendarDate | undefined {
    const day = this.#day();
    const [zone, ...otherZones] = this.#zones;
    const isOneZone = otherZones.every((other) => other(0) === zone?.(0));
    if (!day || this.#times.length > 1 || !isOneZone) return undefined;
    return { ...day, ...this.#times[0], zone };
  }

  #addTime(hour: string, groups: Groups): boolean {
    const { minute, dotMinute, seconds, dotSeconds, fraction, meridiem } = groups;
    const hour24 = meridiem === undefined ? Number(hour) : hourOf(Number(hour), meridiem);
    if (hour24 === undefined) return false;
    this.#times.push({
      hour: hour24,
      minute: Number(minute ?? dotMinute ?? 0),
      second: Number(seconds ?? dotSeconds ?? 0),
      millisecond: fractionMilliseconds(fraction),
    });
    this.#isAfterTime = true;
    return true;
  }

  #addOffset(sign: string, { zonePrefix, zoneHour = '', zoneMinute }: Groups): boolean {
    const zone = numericZone(sign, zoneHour, zoneMinute);
    if (!zone || (this.#times.length === 0 && zonePrefix === undefined)) return false;
    this.#zones.push(zone);
    return true;
  }

  #addWord(word: string): boolean {
    const isAfterTime = this.#isAfterTime;
    this.#isAfterTime = false;
    const month = monthOf(word);
    const zone = namedZone(word);
    const isFiller = fillers.has(word) && !(isAfterTime && word.length === 1 && word !== 'h');
    if (month !== undefined) this.#months.push({ word, month });
    else if (zone && (isAfterTime || !isWeekday(word))) this.#zones.push(zone);
    else if (!isWeekday(word) && !isFiller) {
      if (this.#times.length === 0) return false;
      throw new UnclearDateError(
        `has the time zone "${word}", which is unknown or has several meanings`,
      );
    }
    return true;
  }

  #day(): Day | undefined {
    const months = this.#months;
    // `mar` is March, and Tuesday in French.
    const weekday = months.length === 2 ? months.findIndex(({ word }) => isWeekday(word)) : -1;
    const [month, ...otherMonths] = months.filter((_, index) => index !== weekday);
    const [day, ...otherDays] = this.#days;
    if (otherMonths.length > 0 || otherDays.length > 0) return undefined;
    if (day) return month || this.#numbers.length > 0 ? undefined : day;
    const [first, second, ...others] = this.#numbers;
    if (!month || first === undefined || second === undefined || others.length > 0)
      return undefined;
    const [dayNumber, year] = first.length > 2 ? [second, first] : [first, second];
    if (dayNumber.length > 2 || year.length === 3) return undefined;
    return { year: fullYear(year), month: month.month, day: Number(dayNumber) };
  }
}

function dayOf(year: string, month = '', day = ''): Day {
  return { year: Number(year), month: Number(month), day: Number(day) };
}

/** A day before its year: with points the day comes first, otherwise the order differs by country. */
function numericDay(first: string, { second = '', lastYear = '', mark }: Groups): Day {
  const isDayFirst = mark === '.' || Number(first) > 12 || first === second;
  if (!isDayFirst && Number(second) <= 12) {
    throw new UnclearDateError('does not show whether the day or the month comes first');
  }
  return isDayFirst ? dayOf(lastYear, second, first) : dayOf(lastYear, first, second);
}

/** @param meridiem `a` or `p` */
function hourOf(hour: number, meridiem: string): number | undefined {
  if (hour > 12) return meridiem === 'p' ? hour : undefined;
  if (hour === 0) return meridiem === 'a' ? hour : undefined;
  return (hour % 12) + (meridiem === 'p' ? 12 : 0);
}

/** Two digits mean 1950 to 2049 (RFC 5322, section 4.3). */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year + (year < 50 ? 2000 : 1900);
}
