import { analyze } from '../text/analyzer.ts';
import { defaultLanguage, type Language } from '../text/languages.ts';
import { otherSpellings } from '../text/name-spellings.ts';
import { placeOf, placesWithin } from '../text/places.ts';
import { stopTerms } from '../text/stop-words.ts';
import { longestEntryAt } from '../text/thesaurus.ts';
import { wordsOf } from '../text/words/words-of.ts';
import { continuesJointName, jointSpellings } from './joint-names.ts';
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

const institutions = new Set(
  'agency association authority bank board bureau center centre chamber college commission committee council department federation institute ministry office organisation organization society union university'.split(
    ' ',
  ),
);

/** Whether capital letters mark names, unlike in German and in title case. */
export function capitalsMarkNames(words: readonly QueryWord[]): boolean {
  if (words.some(({ folded }) => germanWords.has(folded))) return false;
  const content = words.filter(({ isContent }) => isContent);
  const isList = words.some(
    ({ text, folded }) => text.endsWith(',') || folded === 'or' || folded === 'and',
  );
  const isInstitution = words.some(
    ({ folded }, index) =>
      institutions.has(folded) && nameLinks.has(words[index + 1]?.folded ?? ''),
  );
  const isShort = content.length < 4 || isList || isInstitution;
  return isShort || content.some(({ text }) => !capitalized.test(text));
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
  const isMarked = !first.startsSentence || allCaps.test(first.text) || isJoined(words, start);
  return isMarked || otherSpellings([term]) ? 1 : 0;
}

/** Whether the first word is a name by what follows: "Reagan and Iran", "Volvo raises". */
function isJoined(words: readonly QueryWord[], start: number): boolean {
  const [first, next] = [words[start], words[start + 1]];
  if (!first || !next || isCommonWord(first.text)) return false;
  const hasComma = first.text.endsWith(',');
  if (hasComma || connectives.has(next.folded)) {
    const other = words[connectives.has(next.folded) ? start + 2 : start + 1];
    if (next.folded === 'and' && (other?.folded === 'the' || other?.folded === 'its')) return true;
    return isCapitalized(other) && !isCommonWord(other?.text ?? '');
  }
  const [term = ''] = analyze(next.text).terms;
  const isVerb = /^\p{Ll}+[^s]s,?$/u.test(next.text) && actionAt([term], 0) !== undefined;
  return isVerb && subjectAt([term], 0) === undefined;
}

const connectives = new Set(['and', 'or']);

/** Whether a word is in the vocabulary of general and business news. */
function isCommonWord(text: string): boolean {
  const { terms } = analyze(text);
  const [term = ''] = terms;
  return (
    specificityOf(term) !== 'specific' ||
    actionAt(terms, 0) !== undefined ||
    subjectAt(terms, 0) !== undefined ||
    longestEntryAt(terms, 0) !== undefined
  );
}

/** The index of the word that continues a name from `start` to `end`, after words such as "of". */
function nextInName(
  words: readonly QueryWord[],
  start: number,
  end: number,
  language: Language,
): number | undefined {
  if (continuesJointName(words, start, end)) return end + 1;
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
    const own = [...variants.map((variant) => [variant]), ...jointSpellings(words)];
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
  if (words.some(({ text, folded }) => text === '&' || isPartOnly.has(folded))) return [];
  const runs = withLinked(knownRuns(words));
  if (runs.length > 1) return runs.map(nameUnit);
  return words.every(({ text }) => canBeWholeName(text))
    ? words.map((word) => nameUnit([word]))
    : [];
}

/** Words that are only parts of names: "Air France", "Trinidad and Tobago". */
const isPartOnly = new Set(['and', 'air', 'airways', 'airlines', 'royal', 'motors', 'telecom']);

/** Titles of persons, whose country is a name of its own: "President of France". */
const titles = new Set(
  'president premier minister king queen prince princess emperor governor mayor chairman chief director head secretary chancellor ambassador pope'.split(
    ' ',
  ),
);

const adjectives = new Set([
  'new',
  'nova',
  'north',
  'south',
  'east',
  'west',
  'great',
  'saint',
  'st',
]);

/** Joins what belongs together: "Bank of" and "America", "Federal Reserve" and "Bank of Boston". */
function withLinked(runs: readonly QueryWord[][]): QueryWord[][] {
  const isLink = (word: QueryWord | undefined) => nameLinks.has(word?.folded ?? '');
  // "Bank of New" and "England"
  const isLinked = (run: readonly QueryWord[]) =>
    isLink(run.at(-1)) || (isLink(run.at(-2)) && adjectives.has(run.at(-1)?.folded ?? ''));
  const isBranch = ([head, link]: readonly QueryWord[]) =>
    institutions.has(head?.folded ?? '') && isLink(link);
  const joined: QueryWord[][] = [];
  for (const run of runs) {
    const last = joined.at(-1) ?? [];
    if (isLinked(last) || (last.length > 1 && isBranch(run))) last.push(...run);
    else joined.push([...run]);
  }
  return joined.flatMap((run) => {
    const link = run.findIndex(isLink);
    const isTitle = link > 0 && run.slice(0, link).every(({ folded }) => titles.has(folded));
    return isTitle
      ? [run.slice(0, link), run.slice(link + 1)].filter(({ length }) => length > 0)
      : [run];
  });
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

/** Whether a single word may be a name: not "General" or "Bank". */
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
