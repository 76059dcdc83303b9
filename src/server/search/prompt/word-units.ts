import { analyze } from '../text/analyzer.ts';
import { otherSpellings } from '../text/name-spellings.ts';
import { placeOf, placesWithin } from '../text/places.ts';
import { longestEntryAt, maxEntryLength } from '../text/thesaurus.ts';
import { capitalized } from './letter-case.ts';
import { label, notNames, type QueryUnit, wordUnit } from './query-unit.ts';
import type { QueryWord } from './query-words.ts';
import { endsPhrase } from './separators.ts';

const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** Terms that are names only if capitalized. */
const capitalizedNames = new Set(['us', 'polish', 'turkei', 'fed', 'ec', 'dane', 'swede', 'ico']);

export function wordUnits(
  words: readonly QueryWord[],
  index: number,
): { units: QueryUnit[]; length: number } {
  const word = words[index];
  const { text } = word ?? { text: '' };
  if (!word || unspaced.test(text)) return { units: unspacedUnits(text), length: 1 };
  const { terms, variants } = analyze(text);
  const [term = ''] = terms;
  const canBeName = !capitalizedNames.has(term) || capitalized.test(text);
  const place = placeOf(terms);
  const nameSpellings = canBeName ? (otherSpellings(terms) ?? place?.spellings) : undefined;
  if (nameSpellings) {
    const kind: QueryUnit['kind'] = notNames.has(term) ? 'word' : 'name';
    const related = place?.within ?? placesWithin(terms, ...nameSpellings);
    const named = { label: label([word]), phrase: terms, spellings: nameSpellings, related };
    return { units: [{ ...named, kind }], length: 1 };
  }
  const maker = makerUnit(words, index);
  if (maker) return { units: [maker], length: 2 };
  const following = phraseTerms(words, index);
  const entry = longestEntryAt(following, 0);
  const length = Math.max(entry?.length ?? 1, 1);
  const phrase = length > 1 ? following.slice(0, length) : terms;
  const spellings = [
    ...variants.map((variant) => [variant]),
    ...otherSuffix(text),
    ...openCompound(text),
  ];
  const unitWords = words.slice(index, index + length);
  const units = phrase.length > 0 ? [wordUnit(unitWords, phrase, spellings, entry?.others)] : [];
  return { units, length };
}

const closedCompound = /^(\p{L}{3,}?)((?:maker|builder|grower|owner|holder|worker)s?)\P{L}*$/iu;
const makerWord = /^(?:maker|builder|grower|owner)s?\P{L}*$/iu;

/** "Toy maker" for "toymaker". */
function openCompound(word: string): string[][] {
  const [, first, last] = closedCompound.exec(word) ?? [];
  return first && last ? [analyze(`${first} ${last}`).terms] : [];
}

/** "Toy makers", which may also be written "toymakers". */
function makerUnit(words: readonly QueryWord[], index: number): QueryUnit | undefined {
  const [first, last] = words.slice(index, index + 2);
  if (!first || !last || !makerWord.test(last.text) || endsPhrase.test(first.text))
    return undefined;
  const { terms } = analyze(`${first.text} ${last.text}`);
  const closed = analyze(`${first.folded}${last.folded}`).terms;
  return terms.length === 2 ? wordUnit([first, last], terms, [closed]) : undefined;
}

/** The British or American spelling of "privatization". */
function otherSuffix(word: string): string[][] {
  const ending = /(?<=\p{L}{3})i([sz])(?=(?:e[sd]?|ing|ations?)\P{L}*$)/iu;
  const other = word.replace(ending, (_, letter: string) => (letter === 's' ? 'iz' : 'is'));
  return other === word ? [] : [analyze(other).terms];
}

/** Splits an even number of adjacent Han characters into pairs, because most words have two. */
function unspacedUnits(text: string): QueryUnit[] {
  const runs = text.match(/\p{sc=Han}+|\P{sc=Han}+/gu) ?? [];
  const terms = runs.flatMap((run) => {
    const pairs = analyze(run).terms;
    const isEven = /^\p{sc=Han}/u.test(run) && pairs.length % 2 === 1;
    return isEven ? pairs.filter((_, index) => index % 2 === 0) : pairs;
  });
  return [...new Set(terms)].map((term) => ({
    label: term,
    word: text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, ''),
    phrase: [term],
    kind: 'word',
    spellings: [],
    related: [],
  }));
}

/**
 * The terms of the content words from `start` to punctuation or a word with several terms, at most
 * as many as the longest entry of the thesaurus has.
 */
function phraseTerms(words: readonly QueryWord[], start: number): string[] {
  const phrase: string[] = [];
  for (const word of words.slice(start, start + maxEntryLength())) {
    if (!word.isContent) break;
    const [term, ...more] = analyze(word.text).terms;
    if (term === undefined || more.length > 0) break;
    phrase.push(term);
    if (endsPhrase.test(word.text)) break;
  }
  return phrase;
}
