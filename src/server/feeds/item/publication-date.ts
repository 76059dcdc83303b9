const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** UTC offsets in hours of the zone names of RFC 5322, section 4.3. Other names are read as UTC. */
const zones: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

const isoDate =
  /^(?<year>[1-9]\d{3})(?:-(?<month>\d\d)(?:-(?<day>\d\d)(?:[Tt ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?\s?(?<zone>[Zz]|[+-]\d\d:?\d\d)?)?)?)?$/;
const mailDate =
  /^(?:[a-z]{2,9}\.?,?\s+)?(?<day>\d{1,2})[\s-]+(?<name>[a-z]{3,9})\.?[\s-]+(?<year>[1-9]\d{3}|\d\d)(?:,?\s+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?(?:\s*(?<zone>(?:GMT|UTC?)?[+-]\d\d:?\d\d|[a-z]{1,5}))?)?(?:\s*\([^)]*\))?$/i;

type DateParts = Partial<Record<string, string>>;

/**
 * Parses a date in RFC 3339 or RFC 5322 form to milliseconds since the epoch; `null` if it is
 * neither, or the day does not exist. Missing parts are common in feeds: a missing time is
 * midnight, a missing zone is UTC, a missing month or day is the first (W3C-DTF). The result, unlike
 * that of `Date.parse`, does not depend on the time zone of the machine.
 */
export function publicationDate(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > 80) return null;
  const iso = isoDate.exec(trimmed)?.groups;
  if (iso) return timestamp(Number(iso['year']), Number(iso['month'] ?? 1), iso);
  const mail = mailDate.exec(trimmed)?.groups;
  if (!mail) return null;
  const month = months.indexOf((mail['name'] ?? '').slice(0, 3).toLowerCase()) + 1;
  return timestamp(fullYear(mail['year'] ?? ''), month, mail);
}

function timestamp(year: number, month: number, parts: DateParts): number | null {
  const day = Number(parts['day'] ?? 1);
  const hour = Number(parts['hour'] ?? 0);
  const minute = Number(parts['minute'] ?? 0);
  const second = Math.min(Number(parts['second'] ?? 0), 60);
  const offset = offsetMinutes(parts['zone'] ?? '');
  if (hour > 23 || minute > 59 || Number(parts['second'] ?? 0) > 60 || offset === null) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const milliseconds = Number((parts['fraction'] ?? '').slice(0, 3).padEnd(3, '0'));
  return date.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds;
}

function offsetMinutes(zone: string): number | null {
  const numeric = /([+-])(\d\d):?(\d\d)$/.exec(zone);
  if (!numeric) return (zones[zone.toLowerCase()] ?? 0) * 60;
  const [hours, minutes] = [Number(numeric[2]), Number(numeric[3])];
  if (hours > 23 || minutes > 59) return null;
  return (hours * 60 + minutes) * (numeric[1] === '-' ? -1 : 1);
}

/** Two digits mean 1950 to 2049 (RFC 5322, section 4.3). */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year + (year < 50 ? 2000 : 1900);
}
