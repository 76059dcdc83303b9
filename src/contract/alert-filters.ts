import * as z from 'zod/mini';
import { once } from './once.ts';
import { list, textOrNull } from './output-fields.ts';
import { fieldTraits, listField, numberField, textField } from './shared-fields.ts';

/** Which results of a monitor become alerts, and when. `[]` and `null` let all results pass. */
export interface AlertFilters {
  /** Host names, whose subdomains are included, or names of sources. */
  include_sources: string[];
  exclude_sources: string[];
  /** ISO 639-1 codes. */
  include_languages: string[];
  exclude_languages: string[];
  /** Words or phrases. */
  exclude_words: string[];
  /** 0 to 1. */
  min_relevance: number | null;
  /** `22:00-07:00`, in the owner's time zone. */
  quiet_hours: string | null;
}

/** Maximum number of entries of a list. */
const maxEntries = 100;
const maxEntryLength = 200;

/** Without a letter or a digit, an entry could not match anything. */
const entryField = once(() =>
  textField(maxEntryLength, '').check(z.regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit')),
);

const sourceField = once(() =>
  entryField().check(
    z.regex(
      /^(?!\s*(?:\w+:\/\/|\S+\.\S+\/))/,
      'must be a host such as reuters.com, or the name of a source, not a URL',
    ),
  ),
);

/** The ISO 639-1 codes of the languages that can be detected. */
export const filterLanguages: readonly string[] = [
  ...['am', 'ar', 'az', 'be', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'eu'],
  ...['fa', 'fi', 'fr', 'gu', 'he', 'hi', 'hr', 'hu', 'hy', 'is', 'it', 'ja', 'ka', 'kn', 'ko'],
  ...['ku', 'lo', 'lt', 'lv', 'ml', 'mr', 'ms', 'nl', 'no', 'or', 'pa', 'pl', 'pt', 'ro', 'ru'],
  ...['sk', 'sl', 'sq', 'sr', 'sv', 'ta', 'te', 'th', 'tl', 'tr', 'uk', 'ur', 'vi', 'yo', 'zh'],
];

// Not an enum, which would list all codes in the schemas of all tools.
const languageField = once(() =>
  z
    .string('must be text')
    .check(
      z.refine(
        (code) => filterLanguages.includes(code),
        `must be one of: ${filterLanguages.join(', ')}`,
      ),
    ),
);

const quietHoursField = once(() =>
  z
    .string('must be text')
    .check(
      z.regex(
        /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/,
        'must be two times of day, such as 22:00-07:00',
      ),
      z.refine((hours) => hours.slice(0, 5) !== hours.slice(6), 'must not start when they end'),
      z.describe(
        "hold scheduled alerts back between these times of day, such as 22:00-07:00, in the owner's time zone",
      ),
    )
    .register(fieldTraits, { canBeNone: true }),
);

/**
 * The input fields of a monitor's alert filters. `[]` and `null` switch a filter off. Declared in
 * the order in which the filters are applied.
 */
export const alertFilterFields = once(() => ({
  include_sources: z.optional(
    z.nullable(
      listField(sourceField(), maxEntries, 'only results from these hosts or source names'),
    ),
  ),
  exclude_sources: z.optional(
    z.nullable(listField(sourceField(), maxEntries, 'no results from these hosts or source names')),
  ),
  include_languages: z.optional(
    z.nullable(
      listField(languageField(), maxEntries, 'only results in these languages, such as en'),
    ),
  ),
  exclude_languages: z.optional(
    z.nullable(listField(languageField(), maxEntries, 'no results in these languages')),
  ),
  exclude_words: z.optional(
    z.nullable(
      listField(entryField(), maxEntries, 'no results with any of these words or phrases'),
    ),
  ),
  min_relevance: z.optional(
    z.nullable(numberField('no results with a lower relevance', { min: 0, max: 1 })),
  ),
  quiet_hours: z.optional(z.nullable(quietHoursField())),
}));

/** The flags of the filters whose value is not described by its type. */
export const alertFilterFlags = { quiet_hours: '--quiet-hours <from-to>' } as const;

/** The alert filters in the response for a monitor. */
export const alertFilterOutput = once(() => ({
  include_sources: list(
    z.string(),
    'results are only from these hosts or source names; empty: from all',
  ),
  exclude_sources: list(z.string(), 'no results are from these hosts or source names'),
  include_languages: list(
    z.string(),
    'results are only in these languages (ISO 639-1 codes); empty: in all',
  ),
  exclude_languages: list(z.string(), 'no results are in these languages (ISO 639-1 codes)'),
  exclude_words: list(
    z.string(),
    'no results have any of these words or phrases in the title or the summary',
  ),
  min_relevance: z.nullable(z.number()).register(z.globalRegistry, {
    description: 'no results have a lower relevance, 0 to 1; null: no minimum',
  }),
  quiet_hours: textOrNull(
    "when alerts of scheduled runs are held back, such as 22:00-07:00 in the owner's time zone; null: never",
  ),
}));
