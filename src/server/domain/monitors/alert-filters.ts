import type { AlertFilters } from '../../../contract/alert-filters.ts';

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

/** Filters of which some are given. */
export type FilterChanges = {
  [Filter in keyof AlertFilters]?: AlertFilters[Filter] | undefined;
};

/** The filters with some of them replaced. */
export function changeFilters(current: AlertFilters, changes: FilterChanges): AlertFilters {
  return {
    include_sources: changes.include_sources ?? current.include_sources,
    exclude_sources: changes.exclude_sources ?? current.exclude_sources,
    include_languages: changes.include_languages ?? current.include_languages,
    exclude_languages: changes.exclude_languages ?? current.exclude_languages,
    exclude_words: changes.exclude_words ?? current.exclude_words,
    min_relevance:
      changes.min_relevance === undefined ? current.min_relevance : changes.min_relevance,
    quiet_hours: changes.quiet_hours === undefined ? current.quiet_hours : changes.quiet_hours,
  };
}
