import { analyze } from '../text/analyzer.ts';
import { otherSpellings } from '../text/name-spellings.ts';
import { stopTerms } from '../text/stop-words.ts';
import { longestEntryAt, maxEntryLength } from '../text/thesaurus.ts';
import { type QueryWord, queryWords } from './query-words.ts';
import { companyForms, specificityOf } from './term-weight.ts';

/** A word, a name, a phrase of the thesaurus or a quoted phrase in a prompt. */
export interface QueryUnit {
  /** Its terms, in reading order. */
  phrase: string[];
  kind: 'word' | 'name' | 'quoted';
  /** Other spellings of the phrase, each in terms. */
  spellings: string[][];
  /** Phrases of related meaning, each in terms. */
  related: string[][];
}

/** What separates two units: "or" or "and", a comma, the start of a clause, or other words. */
export type Separator = 'or' | 'comma' | 'clause' | 'break';

const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const capitalized = /^[^\p{L}\p{N}]*\p{Lu}/u;
const allCaps = /^[^\p{L}\p{N}]*\p{Lu}[\p{Lu}\p{N}.&-]+(?:[^\p{L}\p{N}.&-][^\p{L}\p{N}]*)?$/u;
const endsPhrase = /[,;:.?!)]$/;
/** Words that may occur within a name. */
const nameLinks = new Set(['of', 'the', 'for', 'on', 'de', 'la']);
const clauseWords = new Set(
  'about are did do does has have how if is that was were what when whenever whether which who'.split(
    ' ',
  ),
);
/** Verbs that are commands at the start of a prompt with several other words. */
const openingVerbs = new Set(['monitor', 'track', 'watch', 'follow']);
/** Words that show that a prompt is German, in which all nouns are capitalized. */
const germanWords = new Set(['der', 'die', 'das', 'und', 'ein', 'eine', 'im', 'von', 'für']);
/** Capitalized terms that do not count as names: dates, and continents, which news rarely names. */
const notNames = new Set(
  analyze(
    `Europe European Asia Asian Africa African West Western January February March April June July
    August September October November December Monday Tuesday Wednesday Thursday Friday Saturday
    Sunday`,
  ).terms,
);
/** Terms that are names only if capitalized. */
const capitalizedNames = new Set(['us', 'polish', 'turkei', 'fed', 'ec', 'dane', 'swede', 'ico']);

/** Splits a prompt without quotations into units and separators. */
export function queryUnits(prompt: string): (QueryUnit | Separator)[] {
  const words = withoutOpeningVerb(queryWords(prompt));
  const detectNames = capitalsMarkNames(words);
  const units: (QueryUnit | Separator)[] = [];
  let isPair = false;
  for (let index = 0; index < words.length; ) {
    const word = words[index];
    if (!word) break;
    if (!word.isContent) {
      // "between Iran and Iraq" requires both.
      isPair ||= word.folded === 'between';
      units.push(separatorOf(word, isPair));
      index += 1;
      continue;
    }
    const length = detectNames ? nameLength(words, index) : 0;
    const found =
      length > 0
        ? { units: [nameUnit(words.slice(index, index + length))], length }
        : wordUnits(words, index);
    units.push(...found.units, ...separatorAfter(words[index + found.length - 1]));
    index += found.length;
  }
  return units;
}

/** Drops the verb of "Monitor cocoa export quotas" if at least three content words remain. */
function withoutOpeningVerb(words: QueryWord[]): QueryWord[] {
  const [first] = words;
  const contentCount = words.filter(({ isContent }) => isContent).length;
  const isCommand = first?.startsSentence && openingVerbs.has(first.folded);
  return isCommand && contentCount > 3 ? words.slice(1) : words;
}

/** A quoted phrase, which a news item must contain. */
export function quotedUnit(phrase: string[]): QueryUnit {
  return { phrase, kind: 'quoted', spellings: [], related: [] };
}

/** Whether capital letters mark names, unlike in German and in title case. */
function capitalsMarkNames(words: readonly QueryWord[]): boolean {
  if (words.some(({ folded }) => germanWords.has(folded))) return false;
  const content = words.filter(({ isContent }) => isContent);
  return content.length < 4 || content.some(({ text }) => !capitalized.test(text));
}

function separatorOf({ folded, text }: QueryWord, isPair: boolean): Separator {
  if (folded === 'or' || (folded === 'and' && !isPair)) return 'or';
  if (text.endsWith(',')) return 'comma';
  return clauseWords.has(folded) ? 'clause' : 'break';
}

function separatorAfter(word: QueryWord | undefined): Separator[] {
  if (!word || !endsPhrase.test(word.text)) return [];
  return [word.text.endsWith(',') ? 'comma' : 'break'];
}

/** Number of words of the name that starts at an index; 0 if there is no name. */
function nameLength(words: readonly QueryWord[], start: number): number {
  if (!isCapitalized(words[start])) return 0;
  let end = start + 1;
  while (!endsPhrase.test(words[end - 1]?.text ?? '')) {
    const next = nameLinks.has(words[end]?.folded ?? '') ? afterLinks(words, end) : end;
    if (!isCapitalized(words[next])) break;
    end = next + 1;
  }
  const name = words.slice(start, end);
  const [first] = name;
  if (name.length > 1 || !first) return name.length;
  const [term = ''] = analyze(first.text).terms;
  if (notNames.has(term)) return 0;
  return first.startsSentence && !allCaps.test(first.text) && !otherSpellings([term]) ? 0 : 1;
}

function afterLinks(words: readonly QueryWord[], index: number): number {
  return nameLinks.has(words[index + 1]?.folded ?? '') ? index + 2 : index + 1;
}

function isCapitalized(word: QueryWord | undefined): boolean {
  return (
    word !== undefined && (word.isContent || word.folded === 'us') && capitalized.test(word.text)
  );
}

function nameUnit(words: readonly QueryWord[]): QueryUnit {
  const { terms, variants } = analyze(words.map(({ text }) => text).join(' '));
  const nameSpellings = otherSpellings(terms) ?? [];
  if (terms.some((term) => !stopTerms().has(term))) {
    const spellings = [...nameSpellings, ...variants.map((variant) => [variant])];
    return { phrase: withoutCompanyForm(terms), kind: 'name', spellings, related: [] };
  }
  // The index does not distinguish WHO from who, so only other spellings are searched for.
  const [phrase, ...spellings] = nameSpellings;
  return phrase ? { phrase, kind: 'name', spellings, related: [] } : wordUnit(terms);
}

/** "Apple Inc" is mostly written "Apple". */
function withoutCompanyForm(terms: string[]): string[] {
  let end = terms.length;
  while (end > 1 && companyForms().has(terms[end - 1] ?? '')) end -= 1;
  return terms.slice(0, end);
}

function wordUnits(
  words: readonly QueryWord[],
  index: number,
): { units: QueryUnit[]; length: number } {
  const { text } = words[index] ?? { text: '' };
  if (unspaced.test(text)) return { units: unspacedUnits(text), length: 1 };
  const { terms, variants } = analyze(text);
  const [term = ''] = terms;
  const canBeName = !capitalizedNames.has(term) || capitalized.test(text);
  const nameSpellings = canBeName ? otherSpellings(terms) : undefined;
  if (nameSpellings) {
    const kind = notNames.has(term) ? 'word' : 'name';
    return { units: [{ phrase: terms, kind, spellings: nameSpellings, related: [] }], length: 1 };
  }
  const following = phraseTerms(words, index);
  const entry = longestEntryAt(following, 0);
  const length = Math.max(entry?.length ?? 1, 1);
  const phrase = length > 1 ? following.slice(0, length) : terms;
  const spellings = variants.map((variant) => [variant]);
  const units = phrase.length > 0 ? [wordUnit(phrase, spellings, entry?.others)] : [];
  return { units, length };
}

/** Splits an even number of adjacent Han characters into pairs, because most words have two. */
function unspacedUnits(text: string): QueryUnit[] {
  const runs = text.match(/\p{sc=Han}+|\P{sc=Han}+/gu) ?? [];
  const terms = runs.flatMap((run) => {
    const pairs = analyze(run).terms;
    const isEven = /^\p{sc=Han}/u.test(run) && pairs.length % 2 === 1;
    return isEven ? pairs.filter((_, index) => index % 2 === 0) : pairs;
  });
  return [...new Set(terms)].map((term) => wordUnit([term]));
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

function wordUnit(
  phrase: string[],
  spellings: string[][] = [],
  related: string[][] = [],
): QueryUnit {
  return { phrase, kind: 'word', spellings, related };
}

/** Whether nearly every news item contains the unit. */
export function isVague({ phrase, kind }: QueryUnit): boolean {
  return (
    kind === 'word' &&
    phrase.every(
      (term) => notNames.has(term) || companyForms().has(term) || specificityOf(term) === 'vague',
    )
  );
}
