import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertFilters } from '../../../../../src/contract/alert-filters.ts';
import {
  applyFilters,
  changeFilters,
  type FilterCandidate,
  filterChanges,
  findContradiction,
  needsLanguage,
  noFilters,
} from '../../../../../src/server/domain/monitors/alert-filters.ts';

/** Takes the first word of the title for the language; `?` is unknown. */
const detectLanguage = (text: string) => {
  const [language = '?'] = text.split(/\s/);
  return language === '?' ? undefined : language;
};

const candidate = (changes: Partial<FilterCandidate> = {}): FilterCandidate => ({
  title: 'en Chips',
  summary: 'Exports of chips fall',
  sources: ['https://www.reuters.com/chips', 'Reuters'],
  relevance: 0.5,
  ...changes,
});

function apply(filters: Partial<AlertFilters>, ...candidates: FilterCandidate[]) {
  return applyFilters(candidates, { ...noFilters, ...filters }, detectLanguage);
}

const filteredBy = (filters: Partial<AlertFilters>, changes: Partial<FilterCandidate> = {}) =>
  Object.keys(apply(filters, candidate(changes)).filtered)[0];

describe('sources', () => {
  it('are included or excluded by host or name', () => {
    expect(filteredBy({ include_sources: ['reuters.com'] })).toBeUndefined();
    expect(filteredBy({ include_sources: ['bbc.com', 'REUTERS'] })).toBeUndefined();
    expect(filteredBy({ include_sources: ['bbc.com'] })).toBe('include_sources');
    expect(filteredBy({ exclude_sources: ['reuters.com'] })).toBe('exclude_sources');
    expect(filteredBy({ exclude_sources: ['bbc.com'] })).toBeUndefined();
  });

  it('are included by any, and excluded by any, of the sources of a result', () => {
    const sources = ['https://bbc.com/1', 'https://spam.example/1'];
    expect(filteredBy({ include_sources: ['bbc.com'] }, { sources })).toBeUndefined();
    expect(filteredBy({ exclude_sources: ['spam.example'] }, { sources })).toBe('exclude_sources');
  });

  it('that are unknown are neither included nor excluded', () => {
    expect(filteredBy({ include_sources: ['bbc.com'] }, { sources: [] })).toBe('include_sources');
    expect(filteredBy({ exclude_sources: ['bbc.com'] }, { sources: [] })).toBeUndefined();
  });
});

describe('languages', () => {
  it('are included or excluded', () => {
    expect(filteredBy({ include_languages: ['de', 'en'] })).toBeUndefined();
    expect(filteredBy({ include_languages: ['de'] })).toBe('include_languages');
    expect(filteredBy({ exclude_languages: ['en'] })).toBe('exclude_languages');
    expect(filteredBy({ exclude_languages: ['de'] })).toBeUndefined();
  });

  it('that are unknown are neither included nor excluded', () => {
    const unknown = { title: '? 4TH QTR' };
    expect(filteredBy({ include_languages: ['en'] }, unknown)).toBe('include_languages');
    expect(filteredBy({ exclude_languages: ['en'] }, unknown)).toBeUndefined();
  });

  it('are detected only if a filter needs them', () => {
    const fail = () => {
      throw new Error('the language is not needed');
    };
    const filters = { ...noFilters, exclude_words: ['otters'], min_relevance: 0.1 };
    expect(needsLanguage(filters)).toBe(false);
    expect(applyFilters([candidate()], filters, fail).passed).toHaveLength(1);
    expect(needsLanguage({ ...noFilters, include_languages: ['en'] })).toBe(true);
    expect(needsLanguage({ ...noFilters, exclude_languages: ['en'] })).toBe(true);
  });
});

it('words are excluded in the title and in the summary, but not across them', () => {
  expect(filteredBy({ exclude_words: ['CHIPS'] })).toBe('exclude_words');
  expect(filteredBy({ exclude_words: ['otters', 'exports of'] })).toBe('exclude_words');
  expect(filteredBy({ exclude_words: ['chips exports'] })).toBeUndefined();
});

it('relevance has an inclusive minimum, which results without relevance pass', () => {
  expect(filteredBy({ min_relevance: 0.5 })).toBeUndefined();
  expect(filteredBy({ min_relevance: 0.51 })).toBe('min_relevance');
  expect(filteredBy({ min_relevance: 1 }, { relevance: null })).toBeUndefined();
  expect(filteredBy({ min_relevance: 0 }, { relevance: 0.0001 })).toBeUndefined();
});

it('quiet hours drop nothing here', () => {
  expect(filteredBy({ quiet_hours: '00:00-23:59' })).toBeUndefined();
});

it('a result counts for the first filter that drops it', () => {
  const filters: AlertFilters = {
    include_sources: ['reuters.com', 'bbc.com'],
    exclude_sources: ['bbc.com'],
    include_languages: ['en', 'de'],
    exclude_languages: ['de'],
    exclude_words: ['otters'],
    min_relevance: 0.4,
    quiet_hours: null,
  };
  const otters = { summary: 'Otters', relevance: 0.1 };
  const results = [
    candidate({ ...otters, title: 'fr', sources: ['ap.org'] }),
    candidate({ ...otters, title: 'fr', sources: ['bbc.com'] }),
    candidate({ ...otters, title: 'fr' }),
    candidate({ ...otters, title: 'de' }),
    candidate(otters),
    candidate({ relevance: 0.1 }),
    candidate(),
    candidate({ relevance: 0.2 }),
  ];
  expect(apply(filters, ...results)).toEqual({
    passed: [results[6]],
    filtered: {
      include_sources: 1,
      exclude_sources: 1,
      include_languages: 1,
      exclude_languages: 1,
      exclude_words: 1,
      min_relevance: 2,
    },
  });
});

describe('changes', () => {
  const current: AlertFilters = {
    include_sources: ['a.example'],
    exclude_sources: ['b.example'],
    include_languages: ['en'],
    exclude_languages: ['de'],
    exclude_words: ['otters'],
    min_relevance: 0.5,
    quiet_hours: '22:00-07:00',
  };

  it('keep what they do not name', () => {
    expect(changeFilters(current, {})).toEqual(current);
    expect(changeFilters(current, { exclude_words: ['x'], min_relevance: 0 })).toEqual({
      ...current,
      exclude_words: ['x'],
      min_relevance: 0,
    });
  });

  it('clear with an empty list or null', () => {
    expect(changeFilters(current, { ...noFilters })).toEqual(noFilters);
    const nulls = Object.fromEntries(Object.keys(noFilters).map((filter) => [filter, null]));
    expect(changeFilters(current, filterChanges(nulls))).toEqual(noFilters);
  });
});

describe('a contradiction', () => {
  it.each([
    ['the same source', { include_sources: ['Reuters.com'], exclude_sources: ['reuters.com'] }],
    [
      'a part of a source',
      { include_sources: ['uk.reuters.com'], exclude_sources: ['reuters.com'] },
    ],
    ['one of several sources', { include_sources: ['a.example', 'B'], exclude_sources: ['b'] }],
    ['a language', { include_languages: ['en', 'de'], exclude_languages: ['fr', 'de'] }],
  ])('is found if filters include and exclude %s', (_, filters) => {
    expect(findContradiction({ ...noFilters, ...filters })).toMatchObject({
      field: expect.stringMatching(/^exclude_(sources|languages)$/),
      message: expect.stringMatching(/^excludes ".*", which include_\w+ includes: remove it/),
    });
  });

  it('is not found if filters exclude a part of what they include', () => {
    const filters = {
      include_sources: ['reuters.com', 'bbc.com'],
      exclude_sources: ['video.reuters.com'],
      include_languages: ['en'],
      exclude_languages: ['de'],
    };
    expect(findContradiction({ ...noFilters, ...filters })).toBeUndefined();
  });
});

describe('of any filters and results', () => {
  const words = ['chips', 'otters', 'live', 'blog', 'en', 'de'];
  const hosts = ['a.example', 'www.a.example', 'b.example', 'c.a.example'];
  const languages = ['en', 'de', 'fr'];
  const text = (languageCodes: readonly string[]) =>
    fc
      .tuple(
        fc.constantFrom(...languageCodes),
        fc.array(fc.constantFrom(...words), { maxLength: 4 }),
      )
      .map(([first, rest]) => [first, ...rest].join(' '));
  const candidates = fc.array(
    fc.record({
      title: text([...languages, '?']),
      summary: text(words),
      sources: fc.array(fc.constantFrom(...hosts), { maxLength: 2 }),
      relevance: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    }),
    { maxLength: 12 },
  );
  const list = (values: readonly string[]) =>
    fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
  const anyFilters = fc.record({
    include_sources: list(hosts),
    exclude_sources: list(hosts),
    include_languages: list(languages),
    exclude_languages: list(languages),
    exclude_words: list(['chips', 'live blog', 'Otters']),
    min_relevance: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    quiet_hours: fc.constant(null),
  });
  const check = (
    holds: (candidates: FilterCandidate[], filters: AlertFilters, more: AlertFilters) => void,
  ) => fc.assert(fc.property(candidates, anyFilters, anyFilters, holds), { numRuns: 300 });
  const passedOf = (given: FilterCandidate[], filters: AlertFilters) =>
    applyFilters(given, filters, detectLanguage).passed;

  it('each result passes or is counted once, in the order of the results', () => {
    check((given, filters) => {
      const { passed, filtered } = applyFilters(given, filters, detectLanguage);
      const counts = Object.values(filtered);
      expect(passed.length + counts.reduce((a, b) => a + b, 0)).toBe(given.length);
      expect(counts.every((count) => count > 0)).toBe(true);
      expect(passed).toEqual(given.filter((each) => passed.includes(each)));
    });
  });

  it('a result passes if and only if it passes each filter alone', () => {
    check((given, filters) => {
      const alone = Object.keys(filters).map((name) => ({
        ...noFilters,
        [name]: filters[name as keyof AlertFilters],
      }));
      const expected = given.filter((each) =>
        alone.every((single) => passedOf([each], single).length === 1),
      );
      expect(passedOf(given, filters)).toEqual(expected);
    });
  });

  it('results that passed pass again', () => {
    check((given, filters) => {
      const passed = passedOf(given, filters);
      const again = applyFilters(passed, filters, detectLanguage);
      expect(again).toEqual({ passed, filtered: {} });
    });
  });

  it('more exclusions and a higher minimum never let more results pass', () => {
    check((given, filters, more) => {
      const stricter = {
        ...filters,
        exclude_sources: [...filters.exclude_sources, ...more.exclude_sources],
        exclude_languages: [...filters.exclude_languages, ...more.exclude_languages],
        exclude_words: [...filters.exclude_words, ...more.exclude_words],
        min_relevance: Math.max(filters.min_relevance ?? 0, more.min_relevance ?? 0),
      };
      expect(passedOf(given, filters)).toEqual(expect.arrayContaining(passedOf(given, stricter)));
    });
  });

  it('a result from an excluded source never passes, whatever is included', () => {
    check((given, filters) => {
      for (const { sources } of passedOf(given, filters)) {
        for (const excluded of filters.exclude_sources) {
          expect(sources.some((source) => source.endsWith(excluded.replace('www.', '')))).toBe(
            false,
          );
        }
      }
    });
  });
});
