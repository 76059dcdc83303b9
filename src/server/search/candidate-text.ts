import type { NewsCandidate } from '../store/store.ts';
import { analyze } from './analyzer.ts';
import { itemText } from './indexed-item.ts';

/** A candidate as the ranking reads it. */
export interface CandidateText {
  candidate: NewsCandidate;
  title: Field;
  text: Field;
}

export interface Field {
  /** In reading order, then the variants. */
  terms: string[];
  counts: Map<string, number>;
}

/** About 1,000 words: what a story is about stands there, and two hundred long ones stay quick. */
const readCharacters = 6_000;

export function readCandidate(candidate: NewsCandidate): CandidateText {
  return {
    candidate,
    title: field(candidate.item.title.slice(0, readCharacters)),
    text: field(itemText(candidate.item).slice(0, readCharacters)),
  };
}

function field(written: string): Field {
  const { terms, variants } = analyze(written);
  const all = variants.length > 0 ? [...terms, ...variants] : terms;
  const counts = new Map<string, number>();
  for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { terms: all, counts };
}
