const day = 86_400_000;

/**
 * How long each kind of record is kept by default, and the minimum, in days. The minimum of events
 * and alerts covers all rounds of a delivery and the time that a pause can hold it
 * (docs/service.md §3.2); that of usage is the period that is reported (docs/service.md §2.7).
 */
const retainedKinds = {
  runs: { days: 30, minDays: 1 },
  alerts: { days: 90, minDays: 9 },
  deliveries: { days: 90, minDays: 9 },
  briefings: { days: 90, minDays: 1 },
  usage: { days: 90, minDays: 31 },
  news: { days: Number.POSITIVE_INFINITY, minDays: 1 },
} as const;

/** A kind of record that is deleted when it is old. */
export type RetainedKind = keyof typeof retainedKinds;

/** How long records are kept, in milliseconds; `Infinity` for ever. */
export type Retention = Readonly<Record<RetainedKind, number>>;

/** A setting of the retention is not valid. */
export class RetentionError extends Error {
  override readonly name = 'RetentionError';
}

const unitDays: Readonly<Record<string, number>> = { d: 1, w: 7, y: 365 };
const maxDays = 36_500;

/**
 * Reads settings such as `{ runs: '30d', news: 'forever' }`. Kinds that are missing have their
 * default.
 *
 * @throws {RetentionError} if a kind is unknown or its time is not valid
 */
export function parseRetention(settings: Readonly<Record<string, string>> = {}): Retention {
  const days = Object.fromEntries(
    Object.entries(retainedKinds).map(([kind, { days }]) => [kind, days * day]),
  ) as Record<RetainedKind, number>;
  for (const [kind, text] of Object.entries(settings)) {
    if (!isRetainedKind(kind)) {
      const kinds = Object.keys(retainedKinds).join(', ');
      throw new RetentionError(`${JSON.stringify(kind)} is not a kind of record: use ${kinds}`);
    }
    days[kind] = parseDays(kind, text) * day;
  }
  return days;
}

function isRetainedKind(kind: string): kind is RetainedKind {
  return Object.hasOwn(retainedKinds, kind);
}

function parseDays(kind: RetainedKind, text: string): number {
  if (text === 'forever') return Number.POSITIVE_INFINITY;
  const [, count, unit = ''] = /^(\d{1,5})([dwy])$/.exec(text) ?? [];
  const days = Number(count) * (unitDays[unit] ?? Number.NaN);
  const { minDays } = retainedKinds[kind];
  if (days >= minDays && days <= maxDays) return days;
  throw new RetentionError(
    `${kind} must be kept for a time such as 30d, 4w or 1y, at least ${minDays}d, or forever; not ${JSON.stringify(text)}`,
  );
}
