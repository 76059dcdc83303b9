import type { RankingTerms } from '../index/ranking-terms.ts';
import { termId } from '../text/term-id.ts';
import type { QueryUnit } from './query-units.ts';
import { nameParts, specificityOf } from './term-weight.ts';

/** Number of terms in the lead. Title and lead say what an item is about, the rest is context. */
const leadLength = 60;
const leadCredit = 0.8;
/** In a text with more terms than this, a single mention in the lead counts less. */
const longText = 150;
const passingCredit = 0.7;
/** Number of terms in the opening of a text, which includes the lead. */
const openingLength = 150;
const openingCredit = 0.65;
const backgroundCredit = 0.35;
/** Factors for a related term, and for a part of a name or the separate words of a phrase. */
const relatedCredit = 0.75;
const partCredit = 0.85;

/** The evidence that an item is about a unit, from 0 (it is absent) to 1 (it is in the title). */
export function evidenceOf(unit: QueryUnit, text: RankingTerms): number {
  const { phrase, kind, spellings, related } = unit;
  return Math.max(
    ...[phrase, ...spellings].map((spelling) => positionCredit(spelling, text)),
    ...related.map((relatedPhrase) => relatedCredit * positionCredit(relatedPhrase, text)),
    phrase.length > 1 && kind !== 'quoted' ? partsCredit(unit, text) : 0,
  );
}

function positionCredit(phrase: readonly string[], { title, text }: RankingTerms): number {
  const ids = phrase.map(termId);
  if (positionOf(ids, title) >= 0) return 1;
  const position = positionOf(ids, text);
  if (position < 0) return 0;
  if (position < leadLength) return isPassing(ids, text) ? passingCredit : leadCredit;
  return position < openingLength ? openingCredit : backgroundCredit;
}

/** Whether a long text mentions a phrase only in passing: a word of it occurs only once. */
function isPassing(phrase: readonly number[], text: Uint32Array): boolean {
  return text.length > longText && phrase.some((id) => text.indexOf(id) === text.lastIndexOf(id));
}

/** The position of the first occurrence of a phrase in a field; -1 if there is none. */
function positionOf([first, ...rest]: readonly number[], field: Uint32Array): number {
  if (first === undefined) return -1;
  let position = field.indexOf(first);
  while (position >= 0 && !rest.every((id, offset) => field[position + 1 + offset] === id)) {
    position = field.indexOf(first, position + 1);
  }
  return position;
}

/**
 * The credit for parts of a unit: for a name, two adjacent words of it or, if the full name also
 * occurs, one specific word; for a phrase, all of its words in any place.
 */
function partsCredit({ phrase, kind }: QueryUnit, text: RankingTerms): number {
  if (kind === 'word') {
    return partCredit * Math.min(...phrase.map((term) => positionCredit([term], text)));
  }
  const specificTerms = phrase.filter((term) => specificityOf(term) === 'specific');
  const hasFullName = positionCredit(phrase, text) > 0;
  const wordCredit = hasFullName
    ? Math.max(0, ...specificTerms.map((term) => positionCredit([term], text)))
    : 0;
  const pairs = phrase
    .slice(1)
    .map((_, index) => phrase.slice(index, index + 2))
    .filter(([firstTerm = '']) => !nameParts().has(firstTerm))
    .filter((pair) => pair.some((term) => specificityOf(term) === 'specific'));
  return Math.max(wordCredit, ...pairs.map((pair) => partCredit * positionCredit(pair, text)));
}
