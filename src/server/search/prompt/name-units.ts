import { analyze } from '../text/analyzer.ts';
import { defaultLanguage, type Language } from '../text/languages.ts';
import { otherSpellings } from '../text/name-spellings.ts';
import { placeOf, placesWithin } from '../text/places.ts';
import { stopTerms } from '../text/stop-words.ts';
import { wordsOf } from '../text/words/words-of.ts';
import { allCaps, capitalized, isCapitalized } from './letter-case.ts';
import { actionAt, subjectAt } from './lexicon.ts';
import { label, notNames, type QueryUnit, wordUnit } from './query-unit.ts';
import type { QueryWord } from './query-words.ts';
import { endsPhrase } from './separators.ts';
import { companyForms, nameParts, specificityOf } from './term-weight.ts';

/** Words that may occur within a name. */
const nameLinks = new Set(
  'of the for on de la del della di do da dos du des van von el los'.split(' '),
);

/** Words that show that a prompt is German, in which all nouns are capitalized. */
const germanWords = new Set(['der', 'die', 'das', 'und', 'ein', 'eine', 'im', 'von', 'für']);

/** Whether capital letters mark names, unlike in German and in title case. */
export function capitalsMarkNames(words: readonly QueryWord[]): boolean {
  if (words.some(({ folded }) => germanWords.has(folded))) return false;
  const content = words.filter(({ isContent }) => isContent);
  const isList = words.some(
    ({ text, folded }) => text.endsWith(',') || folded === 'or' || folded === 'and',
  );
  return content.length < 4 || isList || content.some(({ text }) => !capitalized.test(text));
}

/** Number of words of the name that starts at an index; 0 if there is no name. */
export function nameLength(
  words: readonly QueryWord[],
  start: number,
  language: Language = defaultLanguage,
): number {
  if (!isCapitalized(words[start])) return 0;
  let end = start + 1;
  while (!endsPhrase.test(words[end - 1]?.text ?? '')) {
    const next = nextInName(words, start, end, language);
    if (next === undefined) break;
    end = next + 1;
  }
  if (continuesAcronym(words[end - 1], words[end])) end += 1;
  const name = words.slice(start, end);
  const [first] = name;
  if (name.length > 1 || !first) return name.length;
  const [term = ''] = analyze(first.text).terms;
  if (notNames.has(term)) return 0;
  return first.startsSentence && !allCaps.test(first.text) && !otherSpellings([term]) ? 0 : 1;
}

/** The index of the word that continues a name from `start` to `end`, after words such as "of". */
function nextInName(
  words: readonly QueryWord[],
  start: number,
  end: number,
  language: Language,
): number | undefined {
  const { folded = '' } = words[end] ?? {};
  // "Philips of ASML" are alternatives in Dutch.
  const isLinked = nameLinks.has(folded) && !wordsOf(language).or.has(folded);
  if (isLinked && end === start + 1 && isEventWord(words[start])) return undefined;
  const next = isLinked ? afterLinks(words, end) : end;
  return isCapitalized(words[next]) ? next : undefined;
}

/** Whether a word at the start of a sentence names an event: "Takeovers of British companies". */
function isEventWord(word: QueryWord | undefined): boolean {
  if (!word?.startsSentence) return false;
  const [term = ''] = analyze(word.text).terms;
  const isKnown = actionAt([term], 0) !== undefined || subjectAt([term], 0) !== undefined;
  return isKnown && !nameParts().has(term);
}

/** Whether a number belongs to the acronym before it: "S&P 500". */
function continuesAcronym(word: QueryWord | undefined, next: QueryWord | undefined): boolean {
  return allCaps.test(word?.text ?? '') && /^\d{1,4}$/.test(next?.folded ?? '');
}

function afterLinks(words: readonly QueryWord[], index: number): number {
  return nameLinks.has(words[index + 1]?.folded ?? '') ? index + 2 : index + 1;
}

export function nameUnit(words: readonly QueryWord[]): QueryUnit {
  const { terms, variants } = analyze(words.map(({ text }) => text).join(' '));
  const nameSpellings = otherSpellings(terms) ?? [];
  const place = placeOf(terms);
  const related = place?.within ?? placesWithin(terms, ...nameSpellings);
  const name = { label: label(words), kind: 'name' as const, related };
  if (terms.some((term) => !stopTerms().has(term))) {
    const own = variants.map((variant) => [variant]);
    const spellings = [...nameSpellings, ...(place?.spellings ?? []), ...own];
    const parts = nameSpellings.length > 0 || place ? [] : partsOfName(words);
    const phrase = withoutCompanyForm(terms);
    return { ...name, phrase, spellings, ...(parts.length > 1 && { parts }) };
  }
  // The index does not distinguish WHO from who, so only other spellings are searched for.
  const [phrase, ...spellings] = nameSpellings;
  return phrase ? { ...name, phrase, spellings } : wordUnit(words, terms);
}

/** Maximum number of words that may be several names. */
const maxAdjacentNames = 12;

/** Number of words of the longest known name. */
export const maxKnownName = 6;

/** The names that adjacent capitalized words may be: "Tesla Germany" is Tesla and Germany. */
function partsOfName(words: readonly QueryWord[]): QueryUnit[] {
  if (words.length < 2 || words.length > maxAdjacentNames) return [];
  const runs = knownRuns(words);
  if (runs.length > 1) {
    const isLink = ({ folded }: QueryWord) => nameLinks.has(folded);
    return runs.some((run) => run.every(isLink)) ? [] : runs.map(nameUnit);
  }
  return words.every(({ text }) => canBeWholeName(text))
    ? words.map((word) => nameUnit([word]))
    : [];
}

/** Divides words at known names and acronyms. */
function knownRuns(words: readonly QueryWord[]): QueryWord[][] {
  const hasAcronyms = !words.every(({ text }) => allCaps.test(text));
  const runs: QueryWord[][] = [];
  let unknown: QueryWord[] | undefined;
  for (let index = 0; index < words.length; ) {
    const rest = words.slice(index);
    const isAcronym = hasAcronyms && allCaps.test(rest[0]?.text ?? '');
    const length = knownNameLength(rest) || Number(isAcronym);
    if (length > 0) {
      runs.push(rest.slice(0, length));
      unknown = undefined;
    } else if (unknown) unknown.push(...rest.slice(0, 1));
    else {
      unknown = rest.slice(0, 1);
      runs.push(unknown);
    }
    index += Math.max(length, 1);
  }
  return runs;
}

/** Number of words of the longest known name that starts the words; 0 if there is none. */
export function knownNameLength(words: readonly QueryWord[]): number {
  let length = Math.min(maxKnownName, words.length);
  while (length > 0 && !isKnownName(words.slice(0, length))) length -= 1;
  return length;
}

/** Whether a word may be a name by itself: not "General" or "Bank". */
function canBeWholeName(word: string): boolean {
  const [term = ''] = analyze(word).terms;
  return specificityOf(term) === 'specific' && !nameParts().has(term) && !companyForms().has(term);
}

function isKnownName(words: readonly QueryWord[]): boolean {
  return otherSpellings(analyze(words.map(({ text }) => text).join(' ')).terms) !== undefined;
}

/** "Apple Inc" is mostly written "Apple". */
function withoutCompanyForm(terms: string[]): string[] {
  let end = terms.length;
  while (end > 1 && companyForms().has(terms[end - 1] ?? '')) end -= 1;
  return terms.slice(0, end);
}
