import { once } from '../../../contract/once.ts';
import type { TermSpan } from '../index/ranking-terms.ts';
import { stopTerms } from '../text/stop-words.ts';
import { isSingleCharacter, termId } from '../text/term-id.ts';
import { rarity, sum, type TermGroup } from './relevance.ts';
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
export function learnTerms(texts: readonly TermSpan[], scores: readonly number[]): LearnedTerms {
  const best = bestOf(scores);
  const weights = new TermWeights(sum(best.map((index) => lengthOf(texts[index] as TermSpan))));
  for (const index of best) {
    const text = texts[index] as TermSpan;
    weights.add(text, (scores[index] as number) / lengthOf(text));
  }
  return selectBest(weights.heaviest(), texts);
}

function lengthOf({ start, end }: TermSpan): number {
  return end - start;
}

/** The indexes of the {@link trustedTexts} highest scores above 0, the highest first. */
function bestOf(scores: readonly number[]): number[] {
  const best: number[] = [];
  for (let index = 0; index < scores.length; index += 1) {
    const score = scores[index] as number;
    if (score <= 0) continue;
    let place = best.length;
    while (place > 0 && (scores[best[place - 1] as number] as number) < score) place -= 1;
    if (place < trustedTexts) best.splice(place, 0, index);
    if (best.length > trustedTexts) best.pop();
  }
  return best;
}

/** Adds up the weights of terms, in arrays in the order of their first addition, and a hash table of them. */
class TermWeights {
  readonly #ids: Uint32Array;
  readonly #weights: Float64Array;
  #size = 0;
  /** 1 + the index of a term, or 0, at its id or in the next free cell. */
  readonly #cells: Int32Array;

  /** @param maxTerms maximum number of terms, counting repeated ones */
  constructor(maxTerms: number) {
    this.#ids = new Uint32Array(maxTerms);
    this.#weights = new Float64Array(maxTerms);
    this.#cells = new Int32Array(2 ** Math.ceil(Math.log2(2 * maxTerms + 2)));
  }

  /** Adds a weight to each term of a text, except single characters and stop words. */
  add({ ids, start, end }: TermSpan, weight: number): void {
    const stops = stopTable();
    for (let at = start; at < end; at += 1) {
      const id = ids[at] as number;
      if (isSingleCharacter(id) || stops.indexOf(id) !== -1) continue;
      const index = this.#indexOf(id);
      this.#weights[index] = (this.#weights[index] as number) + weight;
    }
  }

  /** The {@link maxCompared} terms of the highest weights, highest first. */
  heaviest(): LearnedTerm[] {
    const weights = this.#weights.subarray(0, this.#size);
    const lowest = weights.toSorted().at(-maxCompared) ?? 0;
    const terms: LearnedTerm[] = [];
    for (let index = 0; index < weights.length; index += 1) {
      const weight = weights[index] as number;
      if (weight >= lowest) terms.push({ id: this.#ids[index] as number, weight });
    }
    return terms.sort((a, b) => b.weight - a.weight).slice(0, maxCompared);
  }

  #indexOf(id: number): number {
    const mask = this.#cells.length - 1;
    let cell = (id ^ (id >>> 15)) & mask;
    for (;;) {
      const index = (this.#cells[cell] as number) - 1;
      if (index < 0) break;
      if (this.#ids[index] === id) return index;
      cell = (cell + 1) & mask;
    }
    this.#ids[this.#size] = id;
    this.#size += 1;
    this.#cells[cell] = this.#size;
    return this.#size - 1;
  }
}

/** Selects the terms that are frequent in the best texts and rare in all, but not in only one. */
function selectBest(frequent: readonly LearnedTerm[], texts: readonly TermSpan[]): LearnedTerms {
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
