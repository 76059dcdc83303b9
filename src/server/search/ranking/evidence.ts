import type { RankingTerms } from '../index/ranking-terms.ts';
import { termId } from '../index/term-ids.ts';
import type { QueryUnit } from '../prompt/query-units.ts';
import { nameParts, specificityOf } from '../prompt/term-weight.ts';

/** What a story is about stands in its title and its first words; further down it is background. */
const leadLength = 60;
const leadCredit = 0.8;
const longText = 150;
const passingCredit = 0.7;
const openingLength = 150;
const openingCredit = 0.65;
const backgroundCredit = 0.35;
/** What another word for the same is worth, and a part of a name or the words of a phrase apart. */
const nearCredit = 0.75;
const partCredit = 0.85;

/** How surely a story is about something, from 0 (it does not say it) to 1 (in the title or lead). */
export function evidenceOf(unit: QueryUnit, text: RankingTerms): number {
  const { phrase, kind, spellings, related } = unit;
  return Math.max(
    ...[phrase, ...spellings].map((spelling) => placeCredit(spelling, text)),
    ...related.map((other) => nearCredit * placeCredit(other, text)),
    phrase.length > 1 && kind !== 'quoted' ? partsCredit(unit, text) : 0,
  );
}

function placeCredit(phrase: readonly string[], { title, text }: RankingTerms): number {
  const ids = phrase.map(termId);
  if (placeOf(ids, title) >= 0) return 1;
  const place = placeOf(ids, text);
  if (place < 0) return 0;
  if (place < leadLength) return isPassing(ids, text) ? passingCredit : leadCredit;
  return place < openingLength ? openingCredit : backgroundCredit;
}

/** A long story that comes back to something is about it; one that does not only passes by. */
function isPassing(phrase: readonly number[], text: Uint32Array): boolean {
  return text.length > longText && phrase.some((id) => text.indexOf(id) === text.lastIndexOf(id));
}

/** Where a run of terms first stands in a field; -1 where it does not. */
function placeOf([first, ...others]: readonly number[], field: Uint32Array): number {
  if (first === undefined) return -1;
  let at = field.indexOf(first);
  while (at >= 0 && !others.every((id, offset) => field[at + 1 + offset] === id)) {
    at = field.indexOf(first, at + 1);
  }
  return at;
}

/**
 * A name is also known by two of its words side by side, or, once it was written in full, by the
 * one that is its own; a phrase by its words apart.
 */
function partsCredit({ phrase, kind }: QueryUnit, text: RankingTerms): number {
  if (kind === 'word') {
    return partCredit * Math.min(...phrase.map((term) => placeCredit([term], text)));
  }
  const own = phrase.filter((term) => specificityOf(term) === 'specific');
  const full = placeCredit(phrase, text) > 0;
  const alone = full ? Math.max(0, ...own.map((term) => placeCredit([term], text))) : 0;
  if (phrase.length < 3) return alone;
  const pairs = phrase
    .slice(1)
    .map((term, at) => [phrase[at] ?? '', term])
    .filter(([before = '']) => !nameParts().has(before))
    .filter((pair) => pair.some((term) => specificityOf(term) === 'specific'));
  return Math.max(alone, ...pairs.map((pair) => partCredit * placeCredit(pair, text)));
}
