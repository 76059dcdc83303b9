import { analyze } from '../text/analyzer.ts';
import { joinedForms } from '../text/joined-forms.ts';
import { defaultLanguage, type Language } from '../text/languages.ts';
import { otherSpellings } from '../text/name-spellings.ts';
import { regionAt } from '../text/regions.ts';
import { stopTerms } from '../text/stop-words.ts';
import { termAlternatives } from '../text/term-alternatives.ts';
import { longestEntryAt, maxEntryLength } from '../text/thesaurus.ts';
import { wordsOf } from '../text/words/words-of.ts';
import { actionAt, type LexiconEntry, subjectAt } from './lexicon.ts';
import { localUnit } from './local-units.ts';
import { type QueryWord, queryWords } from './query-words.ts';
import { companyForms, nameParts, specificityOf } from './term-weight.ts';

/** A word, a name, a region, a phrase of the lexicon or a quoted phrase in a prompt. */
export interface QueryUnit {
  /** As written. */
  label: string;
  /** Its terms, in reading order. */
  phrase: string[];
  kind: 'word' | 'name' | 'region' | 'quoted' | 'event';
  /** Other spellings of the phrase, each in terms. */
  spellings: string[][];
  /** Phrases of related meaning, each in terms. */
  related: string[][];
  /** The names that adjacent names consist of: they may also occur apart from each other. */
  parts?: QueryUnit[];
  /** Whether it never says by itself what the prompt is about: "Unternehmen", "país". */
  isGeneral?: boolean;
  /** The action that the unit names, or the subject of one. */
  action?: LexiconEntry;
  subject?: LexiconEntry;
  /** The forms of an event: an action near one of its subjects. */
  event?: EventForms;
}

export interface EventForms {
  actions: string[][];
  subjects: string[][];
  /** Less certain forms. */
  newsActions: string[][];
  newsSubjects: string[][];
  /** The share of its subject's evidence that counts if no action is near it. */
  subjectShare: number;
  /** The same for the evidence of its action if no subject is near it (default: 0). */
  actionShare?: number;
  /** Number of terms between an action and its subject, in which they belong together. */
  window: number;
}

/** What separates two units: "or", "and", a comma, the start of a clause, "by", or other words. */
export type Separator = 'or' | 'and' | 'comma' | 'clause' | 'by' | 'break';

const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const capitalized = /^[^\p{L}\p{N}]*\p{Lu}/u;
const allCaps = /^[^\p{L}\p{N}]*\p{Lu}[\p{Lu}\p{N}.&-]+(?:[^\p{L}\p{N}.&-][^\p{L}\p{N}]*)?$/u;
const endsPhrase = /[,;:.?!)]$/;
/** Words that may occur within a name. */
const nameLinks = new Set(['of', 'the', 'for', 'on', 'de', 'la']);
/** Words between an action and its object that separate no units. */
const determiners = new Set(
  'a an the its it their his her our another any some all each every more most own other this that these those new'.split(
    ' ',
  ),
);
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
    `West Western January February March April June July
    August September October November December Monday Tuesday Wednesday Thursday Friday Saturday
    Sunday`,
  ).terms,
);
/** Terms that are names only if capitalized. */
const capitalizedNames = new Set(['us', 'polish', 'turkei', 'fed', 'ec', 'dane', 'swede', 'ico']);

/**
 * Splits a prompt without quotations into units and separators.
 *
 * @param betweenNames what "and" means between two names (default: both are required)
 */
export function queryUnits(
  prompt: string,
  languages: readonly Language[] = [defaultLanguage],
  betweenNames: Separator = 'break',
): (QueryUnit | Separator)[] {
  const [language = defaultLanguage] = languages;
  const words = withoutOpeningVerb(queryWords(prompt, language));
  const detectNames = language !== 'de' && capitalsMarkNames(words);
  const sequence = new TermSequence(words);
  const units: (QueryUnit | Separator)[] = [];
  let isPair = false;
  for (let index = 0; index < words.length; ) {
    const word = words[index];
    if (!word) break;
    const named = detectNames ? nameLength(words, index) : 0;
    const known = unitAt(sequence, index, detectNames, languages);
    if (known && known.length >= named) {
      const its = words.slice(index, index + known.length);
      units.push(known.unit, ...separatorAfter(its.at(-1)));
      index += known.length;
      continue;
    }
    if (!word.isContent) {
      // "between Iran and Iraq" requires both.
      isPair ||= word.folded === 'between';
      units.push(...separatorsOf(word, isPair, language));
      index += 1;
      continue;
    }
    const found =
      named > 0
        ? { units: [nameUnit(words.slice(index, index + named))], length: named }
        : wordUnits(words, index);
    const localized = found.units.map((unit) => inLanguages(unit, languages));
    units.push(...localized, ...separatorAfter(words[index + found.length - 1]));
    index += found.length;
  }
  return resolveAnd(units, betweenNames);
}

/** "And" joins alternatives, except two names. */
function resolveAnd(
  units: readonly (QueryUnit | Separator)[],
  betweenNames: Separator,
): (QueryUnit | Separator)[] {
  const isName = (unit: QueryUnit | Separator | undefined) =>
    typeof unit === 'object' && unit.kind === 'name';
  const isList = units.includes('comma') || units.includes('or');
  return units.map((unit, index) => {
    if (unit !== 'and') return unit;
    return !isList && isName(units[index - 1]) && isName(units[index + 1])
      ? betweenNames
      : andOf(units, index, isList);
  });
}

/** "Raises its dividend and cuts its forecast" requires both events. */
function andOf(
  units: readonly (QueryUnit | Separator)[],
  index: number,
  isList: boolean,
): Separator {
  const start = units.findLastIndex((unit, at) => at < index && typeof unit === 'string') + 1;
  const end = units.findIndex((unit, at) => at > index && typeof unit === 'string');
  const sides = [units.slice(start, index), units.slice(index + 1, end < 0 ? units.length : end)];
  return !isList && sides.every(isEvent) ? 'break' : 'or';
}

/** Whether units are a verb before the subject of an event, not "job cuts" or "falling prices". */
function isEvent(units: readonly (QueryUnit | Separator)[]): boolean {
  const verb = units.findIndex(
    (unit) =>
      typeof unit === 'object' &&
      unit.action !== undefined &&
      unit.subject === undefined &&
      !/(?:ing|ed|er)$/i.test(unit.label),
  );
  const object = units[verb + 1];
  return verb >= 0 && typeof object === 'object' && object.subject !== undefined;
}

/** Whether a name is also written in another way: SP500, .NET. */
function hasOtherForms(label: string): boolean {
  return label.startsWith('.') || joinedForms(label).length > 0;
}

/** Replaces the English terms of a unit by those of the plausible languages. */
function inLanguages(unit: QueryUnit, languages: readonly Language[]): QueryUnit {
  const isEnglish = languages[0] === defaultLanguage;
  const needsOthers = languages.length > 1 || hasOtherForms(unit.label);
  if (unit.kind === 'region' || (isEnglish && !needsOthers)) return unit;
  const alternatives = termAlternatives(unit.label, languages);
  const [first] = alternatives;
  if (!first) return unit;
  // The terms of .NET are those of "net".
  if (isEnglish && !unit.label.startsWith('.'))
    return { ...unit, spellings: [...unit.spellings, ...alternatives.slice(1)] };
  const { parts, ...whole } = unit;
  return {
    ...whole,
    phrase: first,
    spellings: [...unit.spellings, ...alternatives.slice(1)],
    ...(parts && { parts: parts.map((part) => inLanguages(part, languages)) }),
  };
}

/** The terms of the words of a prompt, to find phrases that span several words. */
class TermSequence {
  readonly words: readonly QueryWord[];
  readonly terms: string[] = [];
  /** The index of the first term of each word. */
  readonly #starts: number[] = [];

  constructor(words: readonly QueryWord[]) {
    this.words = words;
    for (const { text } of words) {
      this.#starts.push(this.terms.length);
      this.terms.push(...analyze(text).terms);
    }
    this.#starts.push(this.terms.length);
  }

  start(word: number): number {
    return this.#starts[word] ?? this.terms.length;
  }

  /** Number of words that `count` terms from a word make up; 0 if the last one has more. */
  wordCount(word: number, count: number): number {
    const end = this.#starts.indexOf(this.start(word) + count, word + 1);
    const length = end - word;
    const inner = this.words.slice(word, end - 1);
    return end < 0 || inner.some(({ text }) => endsPhrase.test(text)) ? 0 : length;
  }
}

/** What the lexicon of the first language has at an index. */
function unitAt(
  sequence: TermSequence,
  index: number,
  detectNames: boolean,
  languages: readonly Language[],
): { unit: QueryUnit; length: number } | undefined {
  if (languages[0] !== defaultLanguage) return localUnit(sequence.words, index, languages);
  const known = knownUnit(sequence, index, detectNames);
  return known && { ...known, unit: inLanguages(known.unit, languages) };
}

/** A region, an action or the subject of an event at an index. */
function knownUnit(
  sequence: TermSequence,
  index: number,
  detectNames: boolean,
): { unit: QueryUnit; length: number } | undefined {
  const { terms, words } = sequence;
  const start = sequence.start(index);
  const found = regionAt(terms, start);
  const length = found ? sequence.wordCount(index, found.length) : 0;
  if (found && length > 0 && isRegion(words, index, length, detectNames)) {
    const { label: name, names } = found.region;
    const phrase = terms.slice(start, start + found.length);
    const unit = { label: name, phrase, kind: 'region' as const, spellings: names, related: [] };
    return { unit, length };
  }
  return knownName(sequence, index) ?? lexiconUnit(sequence, index);
}

/** A known name of several words at an index, even in lower case. */
function knownName(
  sequence: TermSequence,
  index: number,
): { unit: QueryUnit; length: number } | undefined {
  const rest = sequence.words.slice(index, index + maxKnownName);
  const end = rest.findIndex(({ text }) => endsPhrase.test(text));
  const words = end < 0 ? rest : rest.slice(0, end + 1);
  const length = knownNameLength(words);
  return length > 1 ? { unit: nameUnit(words.slice(0, length)), length } : undefined;
}

/** An action or the subject of an event at an index, the longer of them. */
function lexiconUnit(
  sequence: TermSequence,
  index: number,
): { unit: QueryUnit; length: number } | undefined {
  const { terms, words } = sequence;
  const start = sequence.start(index);
  const action = actionAt(terms, start);
  const subject = subjectAt(terms, start);
  const isSubject = (subject?.length ?? 0) >= (action?.length ?? 0);
  const found = isSubject ? subject : action;
  const length = found ? sequence.wordCount(index, found.length) : 0;
  if (!found || length === 0) return undefined;
  const phrase = terms.slice(start, start + found.length);
  if (otherSpellings(phrase) || (length === 1 && !words[index]?.isContent)) return undefined;
  const thesaurus = longestEntryAt(terms, start);
  const hasSynonyms = thesaurus?.length === found.length && !found.entry.isMarked;
  const synonyms = hasSynonyms ? thesaurus.others : [];
  const { forms, newsForms } = found.entry;
  const unit: QueryUnit = {
    label: label(words.slice(index, index + length)),
    phrase,
    kind: 'word',
    spellings: forms.filter((form) => form.join(' ') !== phrase.join(' ')),
    related: isSubject ? [...newsForms, ...synonyms] : synonyms,
    ...(isSubject && { subject: found.entry }),
    ...(action && { action: action.entry }),
  };
  return { unit, length };
}

/** Whether the words are a region, not a part of a name such as European Union or Gulf Oil. */
function isRegion(
  words: readonly QueryWord[],
  index: number,
  length: number,
  detectNames: boolean,
): boolean {
  const [first, last] = [words[index], words[index + length - 1]];
  if (!first || !last) return false;
  const inLowerCase = !words.some(({ text }) => capitalized.test(text));
  if (!capitalized.test(first.text) && !inLowerCase) return false;
  if (!detectNames || endsPhrase.test(last.text)) return true;
  const next = words[index + length];
  if (!isCapitalized(next))
    return !(next?.folded === 'of' && isCapitalized(words[index + length + 1]));
  return otherSpellings(analyze(next?.text ?? '').terms) !== undefined;
}

function label(words: readonly QueryWord[]): string {
  const text = words.map((word) => word.text).join(' ');
  return text.replace(/^(?!\.\p{L})[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, '');
}

/** Drops the verb of "Monitor cocoa export quotas" if at least three content words remain. */
function withoutOpeningVerb(words: QueryWord[]): QueryWord[] {
  const [first] = words;
  const contentCount = words.filter(({ isContent }) => isContent).length;
  const isCommand = first?.startsSentence && openingVerbs.has(first.folded);
  return isCommand && contentCount > 3 ? words.slice(1) : words;
}

/** A quoted phrase, which a news item must contain, in alternative terms. */
export function quotedUnit([phrase = [], ...spellings]: string[][]): QueryUnit {
  return { label: phrase.join(' '), phrase, kind: 'quoted', spellings, related: [] };
}

/** Whether capital letters mark names, unlike in German and in title case. */
function capitalsMarkNames(words: readonly QueryWord[]): boolean {
  if (words.some(({ folded }) => germanWords.has(folded))) return false;
  const content = words.filter(({ isContent }) => isContent);
  const isList = words.some(
    ({ text, folded }) => text.endsWith(',') || folded === 'or' || folded === 'and',
  );
  return content.length < 4 || isList || content.some(({ text }) => !capitalized.test(text));
}

function separatorsOf(word: QueryWord, isPair: boolean, language: Language): Separator[] {
  if (language !== defaultLanguage) return [separatorIn(word, language)];
  const isDeterminer = determiners.has(word.folded) && !/\p{P}$/u.test(word.text);
  return isDeterminer ? [] : [separatorOf(word, isPair)];
}

function separatorOf({ folded, text }: QueryWord, isPair: boolean): Separator {
  if (folded === 'or') return 'or';
  if (folded === 'and') return isPair ? 'break' : 'and';
  if (text.endsWith(',')) return 'comma';
  if (folded === 'by') return 'by';
  return clauseWords.has(folded) ? 'clause' : 'break';
}

function separatorIn({ folded, text }: QueryWord, language: Language): Separator {
  const { and, or, conditions } = wordsOf(language);
  if (or.has(folded) || and.has(folded)) return 'or';
  if (text.endsWith(',')) return 'comma';
  return conditions.has(folded) ? 'clause' : 'break';
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
    const next = nextInName(words, start, end);
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
function nextInName(words: readonly QueryWord[], start: number, end: number): number | undefined {
  const isLinked = nameLinks.has(words[end]?.folded ?? '');
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

function isCapitalized(word: QueryWord | undefined): boolean {
  return (
    word !== undefined && (word.isContent || word.folded === 'us') && capitalized.test(word.text)
  );
}

function nameUnit(words: readonly QueryWord[]): QueryUnit {
  const { terms, variants } = analyze(words.map(({ text }) => text).join(' '));
  const nameSpellings = otherSpellings(terms) ?? [];
  const name = { label: label(words), kind: 'name' as const, related: [] };
  if (terms.some((term) => !stopTerms().has(term))) {
    const spellings = [...nameSpellings, ...variants.map((variant) => [variant])];
    const parts = nameSpellings.length > 0 ? [] : partsOfName(words);
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
const maxKnownName = 6;

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
function knownNameLength(words: readonly QueryWord[]): number {
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

function wordUnits(
  words: readonly QueryWord[],
  index: number,
): { units: QueryUnit[]; length: number } {
  const word = words[index];
  const { text } = word ?? { text: '' };
  if (!word || unspaced.test(text)) return { units: unspacedUnits(text), length: 1 };
  const { terms, variants } = analyze(text);
  const [term = ''] = terms;
  const canBeName = !capitalizedNames.has(term) || capitalized.test(text);
  const nameSpellings = canBeName ? otherSpellings(terms) : undefined;
  if (nameSpellings) {
    const kind: QueryUnit['kind'] = notNames.has(term) ? 'word' : 'name';
    const named = { label: label([word]), phrase: terms, spellings: nameSpellings, related: [] };
    return { units: [{ ...named, kind }], length: 1 };
  }
  const following = phraseTerms(words, index);
  const entry = longestEntryAt(following, 0);
  const length = Math.max(entry?.length ?? 1, 1);
  const phrase = length > 1 ? following.slice(0, length) : terms;
  const spellings = [...variants.map((variant) => [variant]), ...otherSuffix(text)];
  const unitWords = words.slice(index, index + length);
  const units = phrase.length > 0 ? [wordUnit(unitWords, phrase, spellings, entry?.others)] : [];
  return { units, length };
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

function wordUnit(
  words: readonly QueryWord[],
  phrase: string[],
  spellings: string[][] = [],
  related: string[][] = [],
): QueryUnit {
  return { label: label(words), phrase, kind: 'word', spellings, related };
}

/** Whether nearly every news item contains the unit. */
export function isVague({ phrase, kind, isGeneral = false }: QueryUnit): boolean {
  const isVagueTerm = (term: string) =>
    notNames.has(term) || companyForms().has(term) || specificityOf(term) === 'vague';
  return isGeneral || (kind === 'word' && phrase.every(isVagueTerm));
}
