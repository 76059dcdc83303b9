import * as z from 'zod/mini';
import { once } from './once.ts';
import { parseRfc3339 } from './rfc3339.ts';

/** Builders of the fields that several operations share, with their error messages. */

interface FieldTraits {
  /** The field identifies a resource. */
  isId?: true;
  /** The unit of a duration; the command line accepts `30m`, `12h` or `7d` for it. */
  unit?: 'minutes';
  /** `null`, or `[]` for a list, switches something off; the command line accepts `none` for it. */
  canBeNone?: true;
}

/** Properties of input fields that their JSON Schema does not express. */
export const fieldTraits = z.registry<FieldTraits>();

interface IntegerRange {
  min: number;
  max: number;
  default?: number;
}

export function integerField(description: string, { min, max, ...annotations }: IntegerRange) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .int(message)
    .check(
      z.minimum(min, message),
      z.maximum(max, message),
      z.meta({ description: `${description}, ${min} to ${max}`, ...annotations }),
    );
}

/** A duration in whole minutes. */
export function minutesField(description: string, range: IntegerRange, traits: FieldTraits = {}) {
  return integerField(description, range).register(fieldTraits, { ...traits, unit: 'minutes' });
}

export function numberField(description: string, { min, max }: { min: number; max: number }) {
  const message = `must be a number from ${min} to ${max}`;
  return z
    .number(message)
    .check(
      z.minimum(min, message),
      z.maximum(max, message),
      z.describe(`${description}, ${min} to ${max}`),
    )
    .register(fieldTraits, { canBeNone: true });
}

/** A list of texts. */
export function listField<Item extends z.core.$ZodType<string>>(
  item: Item,
  maxItems: number,
  description: string,
) {
  return z
    .array(item, 'must be a list')
    .check(z.maxLength(maxItems, `must have at most ${maxItems} items`), z.describe(description))
    .register(fieldTraits, { canBeNone: true });
}

/** Text with at least one visible character. */
export function textField(maxLength: number, description: string) {
  return z.string('must be text').check(
    // First, so that the other checks only see texts of bounded length.
    z.maxLength(maxLength, { error: `must be at most ${maxLength} characters`, abort: true }),
    z.regex(/\S/, { error: 'must not be empty', abort: true }),
    z.regex(/^[^\0\p{Cs}]*$/u, 'must not contain NUL or lone surrogates'),
    z.describe(description),
  );
}

export function optionalBooleanField(description: string) {
  return z.optional(z.boolean('must be true or false').check(z.describe(description)));
}

/** The id of a resource. `.` and `..` are invalid: in a URL path they are dot segments. */
export function idField(description: string) {
  return textField(200, '')
    .check(z.regex(/^(?!\.{1,2}$)/, 'must not be . or ..'), z.describe(description))
    .register(fieldTraits, { isId: true });
}

/** Maximum number of characters of a query or a prompt. */
export const maxTextLength = 10_000;

/** Maximum number of characters of a webhook URL. */
export const maxUrlLength = 2048;

/** Maximum of the `limit` field. */
export const maxLimit = 100;

export const defaultLimit = 20;

export function limitField(defaultValue = defaultLimit) {
  return z.optional(
    integerField('maximum number of items to return', {
      min: 1,
      max: maxLimit,
      default: defaultValue,
    }),
  );
}

/** An RFC 3339 time in any spelling. Parsing normalizes it to UTC with milliseconds. */
export const timestampField = once(() =>
  z
    .stringFormat('date-time', (text) => parseRfc3339(text) !== undefined, {
      error: 'must be an RFC 3339 time with a zone, such as 2026-11-20T09:30:00Z',
    })
    .check(z.overwrite(normalizeTime)),
);

/**
 * The first and the last time of a range, both optional; rejectReversed() checks their order.
 *
 * @param noun what has the time, and how, such as `alerts created`
 */
export function timeRangeFields(noun: string) {
  const bound = (side: string) =>
    z.optional(timestampField().check(z.describe(`only ${noun} at or ${side} this RFC 3339 time`)));
  return { since: bound('after'), until: bound('before') };
}

interface TimeRange {
  since?: string | undefined;
  until?: string | undefined;
}

/** A check of an input with {@link timeRangeFields}. */
export function rejectReversed() {
  return z.refine<TimeRange>(
    ({ since, until }) => since === undefined || until === undefined || since <= until,
    { path: ['since'], error: 'must not be after until' },
  );
}

function normalizeTime(text: string): string {
  const time = parseRfc3339(text);
  return time === undefined ? text : new Date(time).toISOString();
}
