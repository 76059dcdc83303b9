import { ZonedClock } from '../../zoned-clock.ts';

/**
 * UTC offsets of the names of time zones. Some names have several meanings. Those of RFC 5322,
 * section 4.3 have its meaning (EST, CST, MST and PST are of North America), BST is British and IST
 * Indian. Other names with several meanings, such as AST and GST, are missing.
 */
const offsets = `
  ut 0 utc 0 gmt 0 z 0 wet 0
  est -5 edt -4 cst -6 cdt -5 mst -7 mdt -6 pst -8 pdt -7
  akst -9 akdt -8 hst -10 hdt -9 nst -3:30 ndt -2:30 adt -3
  bst 1 west 1 cet 1 cest 2 met 1 mest 2 mez 1 mesz 2 eet 2 eest 3 msk 3 msd 4 trt 3
  cat 2 eat 3 sast 2 wat 1 idt 3 irst 3:30 irdt 4:30 aft 4:30 pkt 5 ist 5:30 npt 5:45
  uzt 5 yekt 5 omst 6 krat 7 novt 7 irkt 8 yakt 9 vlat 10
  ict 7 wib 7 wita 8 hkt 8 myt 8 pht 8 sgt 8 jst 9 kst 9 wit 9
  awst 8 acst 9:30 acdt 10:30 aest 10 aedt 11 nzst 12 nzdt 13
  brt -3 art -3 uyt -3 clst -3 clt -4 bot -4 vet -4 cot -5 pet -5
`;

/** Names whose offset depends on the date. */
const zones: Readonly<Record<string, string>> = {
  et: 'America/New_York',
  ct: 'America/Chicago',
  mt: 'America/Denver',
  pt: 'America/Los_Angeles',
};

const minutes: ReadonlyMap<string, number> = new Map(
  [...offsets.matchAll(/([a-z]+) (-?)(\d+)(?::(\d+))?/g)].map(
    ([, name = '', sign = '', hour = '', minute = '0']) =>
      [name, (Number(hour) * 60 + Number(minute)) * (sign === '-' ? -1 : 1)] as const,
  ),
);

const clocks = new Map<string, ZonedClock>();

/** Converts a wall time, the milliseconds of a date and time in UTC, to the time. */
export type ToTime = (wallTime: number) => number;

export function offsetZone(offsetMinutes: number): ToTime {
  return (wallTime) => wallTime - offsetMinutes * 60_000;
}

/** @param name in lowercase; `undefined` is returned if it is unknown or has several meanings */
export function namedZone(name: string): ToTime | undefined {
  const offset = minutes.get(name);
  if (offset !== undefined) return offsetZone(offset);
  const zone = zones[name];
  return zone === undefined ? undefined : clockZone(zone);
}

function clockZone(zone: string): ToTime {
  const clock = clocks.get(zone) ?? new ZonedClock(zone);
  clocks.set(zone, clock);
  return (wallTime) => clock.timeAt(wallTime);
}

/**
 * The zone of an offset such as `+01`, `+0530` or `-5:30`; `undefined` if no zone has it.
 *
 * @param sign `+` or `-`
 */
export function numericZone(sign: string, hour: string, minute = '0'): ToTime | undefined {
  const total = Number(hour) * 60 + Number(minute);
  if (Number(minute) > 59 || total > 14 * 60) return undefined;
  return offsetZone(sign === '-' ? -total : total);
}
