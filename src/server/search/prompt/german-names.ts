import { nameUnit } from './name-units.ts';
import type { QueryUnit } from './query-unit.ts';
import type { QueryWord } from './query-words.ts';
import { endsPhrase } from './separators.ts';

/** Within a sentence, adjectives are capitalized only in names: "Deutsche Bank". */
const adjective =
  /^(?:\p{Lu}\p{Ll}*(?:deutsch|isch)|Deutsch|Neu|Erst|Vereinigt|National|International|Allgemein)e[rnms]?$/u;
/** Always capitalized, also outside of names: "Schweizer", "Berliner". */
const adjectiveOfPlace = /^\p{Lu}\p{Ll}{2,}er$/u;
const noun = /^\p{Lu}/u;

/**
 * Number of words of the name that starts at an index of a German exclusion with an adjective; 0 if
 * there is none. In the rest of a prompt, the words say more than the name: "Europäische Zentralbank"
 * is also called by other names.
 */
export function germanNameLength(words: readonly QueryWord[], index: number): number {
  const first = words[index];
  if (!first || !adjective.test(first.text)) return 0;
  let end = index + 1;
  const isAdjective = ({ text }: QueryWord) => adjective.test(text) || adjectiveOfPlace.test(text);
  while (words[end] && isAdjective(words[end] as QueryWord)) end += 1;
  const last = words[end];
  const isInterrupted = words.slice(index, end).some(({ text }) => endsPhrase.test(text));
  return last && noun.test(last.text) && !isInterrupted ? end + 1 - index : 0;
}

/** A name whose words occur only next to each other. */
export function germanName(words: readonly QueryWord[]): QueryUnit {
  const { parts: _, ...name } = nameUnit(words);
  return name;
}
