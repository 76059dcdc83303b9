import type { ProfileRecord } from '../store/store.ts';

/** A format for times in the time zone and the language of a profile. */
export function localFormat(
  { time_zone, language }: Pick<ProfileRecord, 'time_zone' | 'language'>,
  options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>,
): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat([language, 'en'], { ...options, timeZone: time_zone });
}
