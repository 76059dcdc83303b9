import * as z from 'zod/mini';
import { noun } from './noun.ts';
import { once } from './once.ts';
import { operation } from './operation.ts';
import { choice, text } from './output-fields.ts';
import { textField } from './shared-fields.ts';

export type { Profile } from '../generated/data.ts';

/** Maximum number of characters of an account's name. */
export const maxNameLength = 100;

export const briefingSchedules = ['daily', 'weekly', 'off'] as const;

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

const profileSchema = once(() =>
  noun(
    { name: 'Profile', section: '2.9', description: 'the profile of the user' },
    {
      name: text('name of the user'),
      time_zone: text('IANA time zone of times and days, such as Europe/Berlin'),
      language: text('BCP 47 language tag, for the format of dates and times'),
      briefing: choice(briefingSchedules, 'how often a briefing is made'),
      briefing_time: text('time of day of briefings in the time zone, such as 07:00'),
      briefing_day: choice(weekdays, 'day of weekly briefings'),
    },
  ),
);

export const profile = {
  get: operation({
    name: 'profile.get',
    title: 'Show the profile',
    summary: 'Show your profile; works without a paid plan',
    section: '2.9',
    method: 'GET',
    path: '/api/v1/profile',
    effect: 'read',
    access: 'free',
    documented: false,
    examples: ['profile get'],
    input: () => z.strictObject({}),
    output: profileSchema,
  }),

  update: operation({
    name: 'profile.update',
    title: 'Change the profile',
    summary:
      'Change your name, time zone, language or briefing schedule; fields left out stay as they are',
    section: '2.9',
    method: 'POST',
    path: '/api/v1/profile',
    effect: 'change',
    access: 'free',
    documented: false,
    flags: {
      time_zone: '--time-zone <zone>',
      language: '--language <tag>',
      briefing: '--briefing <schedule>',
      briefing_time: '--briefing-time <HH:MM>',
      briefing_day: '--briefing-day <weekday>',
    },
    examples: [
      'profile update --time-zone Europe/Berlin --briefing-time 06:30',
      'profile update --briefing weekly --briefing-day friday',
    ],
    input: () =>
      z.strictObject({
        name: z.optional(textField(maxNameLength, 'your name')),
        time_zone: z.optional(timeZoneField()),
        language: z.optional(languageField()),
        briefing: z.optional(
          z.enum(briefingSchedules).check(z.describe('how often a briefing is made')),
        ),
        briefing_time: z.optional(
          textField(5, '').check(
            z.regex(
              /^([01]\d|2[0-3]):[0-5]\d$/,
              'must be a time of day from 00:00 to 23:59, such as 07:00',
            ),
            z.describe('time of day of briefings in your time zone'),
          ),
        ),
        briefing_day: z.optional(z.enum(weekdays).check(z.describe('day of weekly briefings'))),
      }),
    output: profileSchema,
  }),
};

function timeZoneField() {
  return textField(100, '').check(
    z.refine(isTimeZone, 'must be an IANA time zone, such as Europe/Berlin or UTC'),
    z.describe('IANA time zone of times and days, such as Europe/Berlin'),
  );
}

function languageField() {
  return textField(100, '').check(
    z.refine(isLanguage, 'must be a BCP 47 language tag, such as en, de or pt-BR'),
    z.describe('BCP 47 language tag, for the format of dates and times'),
  );
}

/** Whether this is the name of a time zone. Some versions of Node.js take offsets too. */
function isTimeZone(text: string): boolean {
  if (/^[+-]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

function isLanguage(text: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text).length > 0;
  } catch {
    return false;
  }
}
