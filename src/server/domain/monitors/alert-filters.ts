import type { AlertFilters } from '../../../contract/alert-filters.ts';
import { phraseMatcher } from './phrase-matcher.ts';
import { sourceMatcher } from './source-matcher.ts';

/** A result as the alert filters see it. */
export interface FilterCandidate {
  title: string;
  summary: string;
  /** URLs and names of its sources. */
  sources: readonly string[];
  /** 0 to 1; `null` if it was not ranked, which every minimum accepts. */
  relevance: number | null;
}

/** Returns the ISO 639-1 code of a text's language; `undefined` if it cannot be determined. */
export type DetectLanguage = (text: string) => string | undefined;

/** New values for some of the filters, as input gives them: `null` is an empty list. */
export type FilterInput = {
  [Filter in keyof AlertFilters]?: AlertFilters[Filter] | null | undefined;
};

/** New values for some of the filters. */
export type FilterChanges = {
  [Filter in keyof AlertFilters]?: AlertFilters[Filter] | undefined;
};

/** Lets all results pass. */
export const noFilters: Readonly<AlertFilters> = {
  include_sources: [],
  exclude_sources: [],
  include_languages: [],
  exclude_languages: [],
  exclude_words: [],
  min_relevance: null,
  quiet_hours: null,
};

export function filterChanges(input: FilterInput): FilterChanges {
  const list = (value: string[] | null | undefined) => (value === null ? [] : value);
  return {
    include_sources: list(input.include_sources),
    exclude_sources: list(input.exclude_sources),
    include_languages: list(input.include_languages),
    exclude_languages: list(input.exclude_languages),
    exclude_words: list(input.exclude_words),
    min_relevance: input.min_relevance,
    quiet_hours: input.quiet_hours,
  };
}

/** The filters with the changes. */
export function changeFilters(current: AlertFilters, changes: FilterChanges): AlertFilters {
  const { min_relevance = current.min_relevance, quiet_hours = current.quiet_hours } = changes;
  return {
    include_sources: changes.include_sources ?? current.include_sources,
    exclude_sources: changes.exclude_sources ?? current.exclude_sources,
    include_languages: changes.include_languages ?? current.include_languages,
    exclude_languages: changes.exclude_languages ?? current.exclude_languages,
    exclude_words: changes.exclude_words ?? current.exclude_words,
    min_relevance,
    quiet_hours,
  };
}

/** Finds an included source or language that is also excluded, so that it can never pass. */
export function findContradiction(
  filters: AlertFilters,
): { field: keyof AlertFilters; message: string } | undefined {
  const contradiction = (list: 'sources' | 'languages', excludes: (entry: string) => boolean) => {
    const entry = filters[`include_${list}`].find(excludes);
    if (entry === undefined) return undefined;
    const message = `excludes ${JSON.stringify(entry)}, which include_${list} includes: remove it from one of them`;
    return { field: `exclude_${list}`, message } as const;
  };
  return (
    contradiction('sources', sourceMatcher(filters.exclude_sources)) ??
    contradiction('languages', (language) => filters.exclude_languages.includes(language))
  );
}

/** The lists that the changes were checked against: with other ones, they could be a contradiction. */
export function filtersToKeep(
  current: AlertFilters,
  changes: FilterChanges,
): Partial<Pick<AlertFilters, `${'include' | 'exclude'}_${'sources' | 'languages'}`>> {
  const { include_sources, exclude_sources, include_languages, exclude_languages } = current;
  return {
    ...(changes.include_sources && !changes.exclude_sources && { exclude_sources }),
    ...(changes.exclude_sources && !changes.include_sources && { include_sources }),
    ...(changes.include_languages && !changes.exclude_languages && { exclude_languages }),
    ...(changes.exclude_languages && !changes.include_languages && { include_languages }),
  };
}

/** Whether the filters depend on the language of a result. */
export function needsLanguage({ include_languages, exclude_languages }: AlertFilters): boolean {
  return include_languages.length > 0 || exclude_languages.length > 0;
}

/**
 * Applies all filters but the quiet hours.
 *
 * @returns the results that pass, in their order, and how many results each filter dropped. A
 *   result counts for the first filter that drops it, in the order of the declaration
 */
export function applyFilters<Candidate extends FilterCandidate>(
  candidates: readonly Candidate[],
  filters: AlertFilters,
  detectLanguage: DetectLanguage,
): { passed: Candidate[]; filtered: Record<string, number> } {
  const passed: Candidate[] = [];
  const filtered: Record<string, number> = {};
  const droppedBy = dropTest(filters, detectLanguage);
  for (const candidate of candidates) {
    const filter = droppedBy(candidate);
    if (filter) filtered[filter] = (filtered[filter] ?? 0) + 1;
    else passed.push(candidate);
  }
  return { passed, filtered };
}

/** Returns a function that finds the first filter that drops a result. */
function dropTest(filters: AlertFilters, detectLanguage: DetectLanguage) {
  const { include_sources, include_languages, exclude_languages, min_relevance } = filters;
  const isIncludedSource = sourceMatcher(include_sources);
  const isExcludedSource = sourceMatcher(filters.exclude_sources);
  const hasExcludedWord = phraseMatcher(filters.exclude_words);
  const isIn = (languages: readonly string[], { title, summary }: FilterCandidate) =>
    languages.includes(detectLanguage(`${title}\n${summary}`) ?? '');
  const tests: [keyof AlertFilters, drops: (candidate: FilterCandidate) => boolean][] = [
    [
      'include_sources',
      ({ sources }) => include_sources.length > 0 && !sources.some(isIncludedSource),
    ],
    ['exclude_sources', ({ sources }) => sources.some(isExcludedSource)],
    [
      'include_languages',
      (candidate) => include_languages.length > 0 && !isIn(include_languages, candidate),
    ],
    [
      'exclude_languages',
      (candidate) => exclude_languages.length > 0 && isIn(exclude_languages, candidate),
    ],
    ['exclude_words', ({ title, summary }) => hasExcludedWord(title) || hasExcludedWord(summary)],
    ['min_relevance', ({ relevance }) => relevance !== null && relevance < (min_relevance ?? 0)],
  ];
  return (candidate: FilterCandidate) => tests.find(([, drops]) => drops(candidate))?.[0];
}
