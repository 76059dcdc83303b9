import { once } from '../../../contract/once.ts';
import type { RankingTerms } from '../index/ranking-terms.ts';
import { stopTerms } from '../text/stop-words.ts';
import { isSingleCharacter, termId } from '../text/term-id.ts';
import { rarity, type TermGroup } from './relevance.ts';
import { TermOccurrences } from './term-occurrences.ts';
import { TermTable } from './term-table.ts';

/** Number of top-scored texts, which are assumed to be relevant. */
const trustedTexts = 10;
/** Maximum number of terms to learn from them. */
const maxLearned = 20;
/** Number of the most frequent terms of the best texts that are compared with the other texts. */
const maxCompared = 80;

const stopTable = once(() => new TermTable([...stopTerms()].map(termId)));

/** Learned terms, and their occurrences in all texts. */
export interface LearnedTerms {
  groups: TermGroup[];
  occurrences: TermOccurrences;
}

interface LearnedTerm {
  id: number;
  weight: number;
}

/**
 * Pseudo-relevance feedback: finds the terms that distinguish the best texts from the other
 * candidates. They raise texts about the same subject that use different words.
 *
 * @param scores the relevance of each text to the query
 */
export function learnTerms(
  texts: readonly RankingTerms[],
  scores: readonly number[],
): LearnedTerms {
  const best = texts
    .map((text, index) => ({ text, score: scores[index] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, trustedTexts);
  const weights = new Map<number, LearnedTerm>();
  for (const { text, score } of best) {
    const share = score / (text.title.length + text.text.length);
    for (const field of [text.title, text.text]) addWeights(field, share, weights);
  }
  return selectBest(heaviest([...weights.values()]), texts);
}

/** @param weights by term id, as a signed integer: V8 stores these more compactly */
function addWeights(field: Uint32Array, share: number, weights: Map<number, LearnedTerm>): void {
  for (let at = 0; at < field.length; at += 1) {
    const id = field[at] as number;
    if (isSingleCharacter(id) || stopTable().indexOf(id) !== -1) continue;
    const known = weights.get(id | 0);
    if (known) known.weight += share;
    else weights.set(id | 0, { id, weight: share });
  }
}

/** The {@link maxCompared} terms of the highest weights, highest first. */
function heaviest(terms: readonly LearnedTerm[]): LearnedTerm[] {
  // Sorting numbers takes a fraction of the time of sorting objects.
  const sorted = Float64Array.from(terms, ({ weight }) => weight).sort();
  const lowest = sorted.at(-maxCompared) ?? 0;
  return terms
    .filter(({ weight }) => weight >= lowest)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxCompared);
}

/** Selects the terms that are frequent in the best texts and rare in all, but not in only one. */
function selectBest(
  frequent: readonly LearnedTerm[],
  texts: readonly RankingTerms[],
): LearnedTerms {
  const occurrences = new TermOccurrences(
    texts,
    frequent.map(({ id }) => id),
  );
  const frequencies = textFrequencies(occurrences);
  const groups = frequent
    .map(({ id, weight }, index) => ({ id, weight, frequency: frequencies[index] ?? 0 }))
    .filter(({ frequency }) => frequency > 1)
    .map(({ id, weight, frequency }) => ({
      terms: [id],
      weight: weight * rarity(frequency, texts.length),
    }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxLearned);
  return { groups, occurrences };
}

/** Number of texts that contain each term, by its index in the table. */
function textFrequencies(found: TermOccurrences): Float64Array {
  const { table, texts, terms } = found;
  const frequencies = new Float64Array(table.size);
  /** The index of the last text that was counted for each term. */
  const lastCounted = new Int32Array(table.size).fill(-1);
  for (let text = 0; text < texts.length; text += 1) {
    for (let at = found.start(text); at < found.end(text); at += 1) {
      const term = terms[at] as number;
      if (lastCounted[term] === text) continue;
      lastCounted[term] = text;
      frequencies[term] = (frequencies[term] as number) + 1;
    }
  }
  return frequencies;
}
