import type { NewsStore } from '../store/store.ts';
import { parseQuery } from './query.ts';
import { type RankedItem, rank } from './ranking.ts';
import { relatedTerms } from './thesaurus.ts';

export interface NewsSearch {
  query: string;
  /** Only items of the last so many hours. */
  hours_ago?: number | undefined;
  /** At most this many items. */
  limit: number;
  /** In milliseconds. */
  now: number;
}

const hour = 60 * 60 * 1000;
/** How many candidates are read and ranked. */
const mostCandidates = 200;
/** Common terms do not choose candidates once the rarer ones find this many items. */
const manyMatches = 20_000;
/** Where the rarest term alone finds more than that: how many of the newest are looked at. */
const newestMatches = 5_000;

/**
 * The items that answer a query best, the best first. Any text is a query; one without a searchable
 * character finds nothing.
 */
export async function searchNews(store: NewsStore, search: NewsSearch): Promise<RankedItem[]> {
  const { terms, phrases } = parseQuery(search.query);
  if (terms.length === 0) return [];
  const related = relatedTerms(terms);
  const frequencies = await store.frequencies([...terms, ...[...related.values()].flat()]);
  const chosen = choosingTerms(frequencies);
  const candidates = await store.candidates({
    anyOf: chosen.terms,
    phrases,
    ...(search.hours_ago === undefined ? {} : { since: search.now - search.hours_ago * hour }),
    ...(chosen.matches > manyMatches ? { newest: newestMatches } : {}),
    limit: Math.max(mostCandidates, search.limit),
  });
  const statistics = { size: await store.count(), frequencies };
  return rank(candidates, terms, related, statistics, search.now).slice(0, search.limit);
}

/** The rarest terms, at least one, with the number of matches that they can have together. */
function choosingTerms(frequencies: ReadonlyMap<string, number>) {
  const rarestFirst = [...frequencies].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  const terms: string[] = [];
  let matches = 0;
  for (const [term, frequency] of rarestFirst) {
    if (terms.length > 0 && matches + frequency > manyMatches) break;
    terms.push(term);
    matches += frequency;
  }
  return { terms, matches };
}
