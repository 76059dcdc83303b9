import type { PhraseIds, TermPlaces } from './term-places.ts';

/** Number of terms in the lead. Title and lead say what an item is about, the rest is context. */
export const leadLength = 60;
export const leadCredit = 0.8;
/**
 * In a text with more terms than this, a single mention in the lead counts less, unless it is a name in
 * the first sentence.
 */
const longText = 150;
const passingCredit = 0.7;
/** Number of terms in the opening of a text, which includes the lead. */
export const openingLength = 150;
export const openingCredit = 0.65;
const backgroundCredit = 0.35;
/** Number of terms that say first what a text is about. */
export const firstTerms = 25;
/** Factor for a related term. */
export const relatedCredit = 0.75;

/** The credit for a position in a text. */
export function creditAt(position: number): number {
  if (position < leadLength) return leadCredit;
  return position < openingLength ? openingCredit : backgroundCredit;
}

/** The credit for the first place of a phrase: 1 in the title, 0 if it is absent. */
export function positionCredit(
  phrase: PhraseIds,
  { title, text }: TermPlaces,
  isName = false,
): number {
  if (title.positionOf(phrase) >= 0) return 1;
  const position = text.positionOf(phrase);
  if (position < 0) return 0;
  // A long text mentions a phrase only in passing if a word of it occurs only once.
  const isLeading = isName && position < firstTerms;
  const isPassing =
    position < leadLength &&
    !isLeading &&
    text.length > longText &&
    phrase.some((id) => text.hasOnce(id));
  return isPassing ? passingCredit : creditAt(position);
}

/** The highest {@link positionCredit} of phrases; 0 without phrases. */
export function highestCredit(
  phrases: readonly PhraseIds[],
  places: TermPlaces,
  isName = false,
): number {
  let highest = 0;
  for (const phrase of phrases) {
    highest = Math.max(highest, positionCredit(phrase, places, isName));
    if (highest === 1) break;
  }
  return highest;
}

/** The positions of phrases before `end`. */
export function positionsIn(
  phrases: readonly PhraseIds[],
  field: TermPlaces['title'],
  end: number,
): number[] {
  const found: number[] = [];
  for (const phrase of phrases) field.addPositions(phrase, end, found);
  return found;
}

/** The first position of an action within `window` terms of a subject; -1 if there is none. */
export function nearest(
  actions: readonly number[],
  subjects: readonly number[],
  window: number,
): number {
  let first = -1;
  for (const action of actions) {
    if (first >= 0 && action >= first) continue;
    for (const subject of subjects) {
      // The same word cannot be both.
      const distance = Math.abs(action - subject);
      if (distance > 0 && distance <= window) first = action;
    }
  }
  return first;
}
