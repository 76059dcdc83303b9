import type { Query } from '../query.ts';
import { relatedTerms } from '../text/thesaurus.ts';
import { rarity, sum } from './relevance.ts';

/** Statistics of the store for the terms of a query and those related to them. */
export interface TermStatistics {
  /** The number of items. */
  size: number;
  /** Number of items by term. Terms that occur in no item are absent. */
  frequencies: ReadonlyMap<string, number>;
}

/** A term of a query with the terms that stand for it in a text. */
export interface Concept {
  term: string;
  /** Terms that count like the term, for example its stems in other languages. */
  alternatives: readonly string[];
  /** Terms with a similar meaning, which count less. */
  related: readonly string[];
  /** How often the query has the term. */
  count: number;
}

/** A concept with its importance relative to the others of the query, above 0. */
export interface WeightedConcept extends Concept {
  weight: number;
}

/** Maximum number of concepts that items are ranked by, the most important ones. */
const maxConcepts = 64;

/** The concepts of a query, in reading order. */
export function queryConcepts({ terms, alternatives, counts }: Query): Concept[] {
  const related = relatedTerms(terms);
  return terms.map((term) => ({
    term,
    alternatives: alternatives.get(term) ?? [],
    related: related.get(term) ?? [],
    count: counts.get(term) ?? 1,
  }));
}

/** All terms of the concepts, without duplicates. */
export function conceptTerms(concepts: readonly Concept[]): string[] {
  const terms = concepts.flatMap(({ term, alternatives, related }) => [
    term,
    ...alternatives,
    ...related,
  ]);
  return [...new Set(terms)];
}

/** The concepts of a query that occur in some item, with their weights. */
export interface WeightedConcepts {
  /** In reading order: at most {@link maxConcepts}, the most important ones. */
  concepts: WeightedConcept[];
  /** The share of these concepts in the weight of the query, from 0 to 1. */
  coverage: number;
}

/**
 * Weights the concepts by their count in the query and their inverse document frequency. A concept
 * whose term occurs in no item gets the frequency of its most common related term.
 */
export function weightedConcepts(
  concepts: readonly Concept[],
  { size, frequencies }: TermStatistics,
): WeightedConcepts {
  const frequency = (term: string) => frequencies.get(term) ?? 0;
  const weighted = concepts.map((concept) => {
    // An item is analyzed in one language, so it rarely has two of the alternatives.
    const own = sum([concept.term, ...concept.alternatives].map(frequency));
    const items = own || Math.max(0, ...concept.related.map(frequency));
    return { ...concept, items, weight: concept.count * rarity(Math.min(items, size), size) };
  });
  const occurring = weighted.filter(({ items }) => items > 0);
  const heaviest = occurring.toSorted((a, b) => b.weight - a.weight).slice(0, maxConcepts);
  const chosen = new Set(heaviest);
  const total = sum(weighted.map(({ weight }) => weight));
  return {
    concepts: occurring.filter((concept) => chosen.has(concept)),
    coverage: total === 0 ? 0 : sum(heaviest.map(({ weight }) => weight)) / total,
  };
}
