import * as z from 'zod/mini';
import { once } from './once.ts';

/** The fields that several operations share, with the message that a wrong value gets. */

/** @param usual what the service takes where none is given */
export function integerField(minimum: number, maximum: number, purpose: string, usual?: number) {
  const [words, annotation] =
    usual === undefined ? [purpose, {}] : [`${purpose}; ${usual} unless given`, { default: usual }];
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .int(message)
    .check(
      z.minimum(minimum, message),
      z.maximum(maximum, message),
      z.meta({ description: `${words} (${minimum} to ${maximum})`, ...annotation }),
    );
}

/** Text with at least one visible character. */
export function textField(maximum: number, description: string) {
  return z
    .string('must be text')
    .check(
      z.regex(/\S/, 'must not be empty'),
      z.regex(/^[^\0\p{Cs}]*$/u, 'must not hold NUL or half a character'),
      z.maxLength(maximum, `must be at most ${maximum} characters`),
      z.describe(description),
    );
}

/** `true` or nothing. */
export function switchField(description: string) {
  return z.optional(z.boolean('must be true or false').check(z.describe(description)));
}

/** Dots alone are a step in a path, however they are encoded. */
export const idField = once(() =>
  textField(200, '').check(
    z.regex(/^(?!\.{1,2}$)/, 'must not be dots alone'),
    z.describe('The id'),
  ),
);

/** Characters of a query or a prompt at the most. */
export const maxTextLength = 10_000;

/** Characters of a webhook URL at the most. */
export const maxUrlLength = 2048;

/** What a list gives at most at once. */
export const maxLimit = 100;

/** What a list gives when no `limit` is named. */
export const defaultLimit = 20;

export const limitField = once(() =>
  z.optional(integerField(1, maxLimit, 'How many at most', defaultLimit)),
);

export const hoursAgoField = once(() =>
  z.optional(integerField(1, 8760, 'Only items published within this many hours')),
);

/** RFC 3339, section 5.6, with a zone. */
export const timestampField = once(() =>
  z.iso.datetime({
    offset: true,
    error: 'must be an RFC 3339 time with a zone, such as 2026-11-20T09:30:00Z',
  }),
);

export const sinceField = once(() =>
  z.optional(timestampField().check(z.describe('Only what came at this time (RFC 3339) or later'))),
);

/** Not in the service document: with it a list longer than one page can be read to its end. */
export const untilField = once(() =>
  z.optional(
    timestampField().check(z.describe('Only what came at this time (RFC 3339) or earlier')),
  ),
);
