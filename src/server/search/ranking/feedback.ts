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
  /** By term id, as a signed integer: V8 stores these more compactly. */
  const weights = new Map<number, number>();
  for (const { text, score } of best) {
    const share = score / (text.title.length + text.text.length);
    for (const field of [text.title, text.text]) {
      for (const id of field) {
        if (isSingleCharacter(id) || stopTable().indexOf(id) !== -1) continue;
        weights.set(id | 0, (weights.get(id | 0) ?? 0) + share);
      }
    }
  }
  const frequent = [...weights]
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxCompared)
    .map(([id, weight]) => ({ id: id >>> 0, weight }));
  return selectBest(frequent, texts);
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
function textFrequencies({ table, texts }: TermOccurrences): Float64Array {
  const frequencies = new Float64Array(table.size);
  /** The index of the last text that was counted for each term. */
  const lastCounted = new Int32Array(table.size).fill(-1);
  for (const [index, { title, text }] of texts.entries()) {
    for (const { terms } of [title, text]) {
      for (const term of terms) {
        if (lastCounted[term] === index) continue;
        lastCounted[term] = index;
        frequencies[term] = (frequencies[term] ?? 0) + 1;
      }
    }
  }
  return frequencies;
}
