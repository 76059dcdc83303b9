import { once } from '../../../contract/once.ts';
import { runSteps, type Steps } from '../../../node/steps.ts';
import { analyze } from '../text/analyzer.ts';
import { compoundParts } from '../text/compounds.ts';
import { defaultLanguage, type Language, latinLanguages } from '../text/languages.ts';
import { otherSpellings } from '../text/name-spellings.ts';
import { regionAt } from '../text/regions.ts';
import { termsOf } from '../text/stop-words.ts';
import { termAlternatives } from '../text/term-alternatives.ts';
import { longestEntryAt } from '../text/thesaurus.ts';
import { regionCountries } from './languages/language-lexicon.ts';
import { lexicons } from './languages/lexicons.ts';
import { actionAt, subjectAt } from './lexicon.ts';
import { label } from './query-unit.ts';
import type { QueryWord } from './query-words.ts';
import { endsPhrase } from './separators.ts';
import { specificityOf } from './term-weight.ts';

/** A unit of a prompt, as in `QueryUnit`. */
interface LocalUnit {
  label: string;
  phrase: string[];
  kind: 'word' | 'event' | 'name' | 'region';
  spellings: string[][];
  related: string[][];
  parts?: LocalUnit[];
  isGeneral?: boolean;
}

/** An entry of the lexicon of a language other than English, in words. */
interface Entry {
  kind: 'event' | 'name' | 'region' | 'general';
  forms: string[];
  newsForms: string[];
}

interface Lexicon {
  byFirstTerm: Map<string, { form: string[]; entry: Entry }[]>;
}

const read = new Map<Language, Lexicon>();

function lexiconOf(language: Language): Lexicon {
  return read.get(language) ?? runSteps(readLexicon(language));
}

/** Loads the lexicon of a language, which takes longer than a turn of the event loop should. */
export function* loadLexicon(language: Language): Steps<void> {
  if (!read.has(language)) yield* readLexicon(language);
}

function* readLexicon(language: Language): Steps<Lexicon> {
  const byFirstTerm: Lexicon['byFirstTerm'] = new Map();
  for (const entry of entriesOf(language)) {
    yield;
    for (const text of entry.forms) {
      const form = analyze(withoutElisions(text, language), language).terms;
      const [first = ''] = form;
      const others = byFirstTerm.get(first) ?? [];
      byFirstTerm.set(first, [...others, { form, entry }]);
    }
  }
  const lexicon = { byFirstTerm };
  read.set(language, lexicon);
  return lexicon;
}

function entriesOf(language: Language): Entry[] {
  const lexicon = lexicons[language];
  if (!lexicon) return [];
  const displayNames = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const countries = new Map<string, Entry>();
  for (const line of linesOf(lexicon.countries)) {
    const [code = '', ...rest] = line.split(' ');
    const { forms, newsForms } = formsOf(rest.join(' '));
    const name = countryName(code, displayNames);
    countries.set(code, { kind: 'name', forms: [...name, ...forms], newsForms });
  }
  const regions = linesOf(lexicon.regions).map((line): Entry => {
    const [names = '', region = ''] = line.split(': ');
    const forms = formsOf(names).forms;
    const members = (regionCountries[region] ?? '').split(' ').flatMap((code) => {
      const { forms: names = countryName(code, displayNames), newsForms = [] } =
        countries.get(code) ?? {};
      return [...names, ...newsForms];
    });
    return { kind: 'region', forms, newsForms: members };
  });
  const events = linesOf(lexicon.events).map((line): Entry => {
    return { kind: 'event', ...formsOf(line) };
  });
  const things = linesOf(lexicon.things).map((line): Entry => {
    return { kind: 'name', ...formsOf(line) };
  });
  const general = lexicon.generalWords.trim().split(/\s+/);
  return [
    ...events,
    ...things,
    ...countries.values(),
    ...regions,
    { kind: 'general', forms: general, newsForms: [] },
  ];
}

function linesOf(text: string): string[] {
  return text.trim().split('\n');
}

function formsOf(text: string): Pick<Entry, 'forms' | 'newsForms'> {
  const [forms = [], newsForms = []] = text.split('; ').map((list) => list.split(', '));
  return { forms, newsForms };
}

/** The name of a country in a language; empty if this Node lacks the data of the language. */
function countryName(code: string, displayNames: Intl.DisplayNames): string[] {
  const name = displayNames.of(code);
  return name ? [name] : [];
}

/** The words before an event that deny it, in the terms of all languages except English. */
export const localNegations = once((): string[] =>
  Object.entries(lexicons).flatMap(
    ([language, { negations }]) => analyze(negations, language as Language).terms,
  ),
);

/** Number of words of the longest form. */
const maxFormLength = 5;

/**
 * The event, country, region or general word at an index of a prompt in another language than
 * English.
 */
export function localUnit(
  words: readonly QueryWord[],
  index: number,
  languages: readonly Language[],
): { unit: LocalUnit; length: number } | undefined {
  const [language = defaultLanguage] = languages;
  if (!lexicons[language]) return undefined;
  const terms: string[] = [];
  let best: { entry: Entry; length: number; phrase: string[] } | undefined;
  for (let end = index; end < Math.min(words.length, index + maxFormLength); end += 1) {
    const text = words[end]?.text ?? '';
    const before = [...terms];
    terms.push(...analyze(text, language).terms);
    const singular = singularOf(text, language);
    const entry =
      entryOf(terms, language) ??
      (singular && entryOf([...before, ...analyze(singular, language).terms], language));
    if (entry && (end > index || words[index]?.isContent)) {
      best = { entry, length: end + 1 - index, phrase: [...terms] };
    }
    if (endsPhrase.test(text)) break;
  }
  const text = label(words.slice(index, index + (best?.length ?? 1)));
  if (best) return { unit: unitOf(text, best.phrase, best.entry, languages), length: best.length };
  return words[index]?.isContent ? compoundUnit(text, languages) : undefined;
}

/** English words that are in the lexicon of another language, and that the English lexicon lacks. */
const englishWords = termsOf(
  'fusion explosion explode absorption train rail traffic site tornado mine hospital crash airline airport hackers blackout',
);

/** Number of words of a short text that the lexicon of each language contains, without English words. */
export function* lexiconCounts(text: string): Steps<Map<Language, number>> {
  const words = text.split(/[^\p{L}\p{N}'’-]+/u).filter((word) => word.length > 2);
  const foreign = words.filter((word) => !isEnglishWord(word)).slice(0, maxCountedWords);
  const counts = new Map<Language, number>();
  for (const language of latinLanguages) {
    yield* loadLexicon(language);
    const known = foreign.filter((word) => isInLexicon(word, language));
    if (known.length > 0) counts.set(language, known.length);
  }
  return counts;
}

export function isInLexicon(word: string, language: Language): boolean {
  return entryOf(analyze(word, language).terms, language) !== undefined;
}

/** Maximum number of words of a text that are looked up in the lexicons. */
const maxCountedWords = 40;

/** Whether a word is in the English lexicon, or means nothing in particular there. */
export function isEnglishWord(word: string): boolean {
  const { terms } = analyze(word);
  const [term = ''] = terms;
  return (
    englishWords().has(term) ||
    regionAt(terms, 0) !== undefined ||
    specificityOf(term) !== 'specific' ||
    otherSpellings(terms) !== undefined ||
    actionAt(terms, 0) !== undefined ||
    subjectAt(terms, 0) !== undefined ||
    longestEntryAt(terms, 0) !== undefined
  );
}

/** Articles and prepositions that are dropped before a word of a prompt too: "d'emplois". */
function withoutElisions(text: string, language: Language): string {
  const isElided = language === 'fr' || language === 'it';
  return isElided ? text.replace(/(?<!\p{L})(?:d|l|qu|n|s|dell|all|nell)'(?=\p{L})/giu, '') : text;
}

/** Plurals that the stemmers keep apart from the singular: "boetes", "استقالات". */
const plurals: Readonly<Partial<Record<Language, readonly (readonly [RegExp, string])[]>>> = {
  nl: [[/(?<=[\p{L}]{3}[eaiouylrnm])s$/u, '']],
  ar: [
    [/ات$/u, 'ة'],
    [/ات$/u, ''],
  ],
};

/** The singular of a word whose plural has another stem and no entry; `undefined` for others. */
function singularOf(word: string, language: Language): string | undefined {
  const text = word.replace(/\P{L}+$/u, '');
  for (const [ending, other] of plurals[language] ?? []) {
    const singular = text.replace(ending, other);
    if (singular !== text && entryOf(analyze(singular, language).terms, language)) return singular;
  }
  return undefined;
}

function entryOf(terms: readonly string[], language: Language): Entry | undefined {
  const candidates = lexiconOf(language).byFirstTerm.get(terms[0] ?? '') ?? [];
  const text = terms.join(' ');
  return candidates.find(({ form }) => form.join(' ') === text)?.entry;
}

function unitOf(
  label: string,
  phrase: string[],
  { kind, forms, newsForms }: Entry,
  languages: readonly Language[],
): LocalUnit {
  if (kind === 'general') {
    return { label, phrase, kind: 'word', spellings: [], related: [], isGeneral: true };
  }
  // The members of a region count like its name.
  const [certain, others] = kind === 'region' ? [[...forms, ...newsForms], []] : [forms, newsForms];
  const own = phrase.join(' ');
  const alternatives = (texts: readonly string[]) => {
    const phrases = texts.flatMap((text) => termAlternatives(text, languages));
    return [...new Map(phrases.map((each) => [each.join(' '), each])).values()].filter(
      (each) => each.join(' ') !== own,
    );
  };
  // The word may be of another plausible language: "grev" is Turkish, and French without its accent.
  const spellings = alternatives([label, ...certain]);
  return { label, phrase, kind, spellings, related: alternatives(others) };
}

/** Last parts of compounds that only mean a business: "Maschinenbau". */
const businessParts =
  /(?:bau|bauer|branche|industrie|hersteller|konzern|unternehmen|firm[ae]n?|sektor|sector|bedrijf|bouw)$/;

/** A compound, whose parts may occur apart from each other. */
function compoundUnit(
  label: string,
  languages: readonly Language[],
): { unit: LocalUnit; length: number } | undefined {
  const [language = defaultLanguage] = languages;
  const word = label.toLowerCase();
  const [phrase = [], ...spellings] = termAlternatives(label, languages);
  const [first = '', ...rest] = compoundParts(word, language);
  const last = rest.at(-1);
  if (last === undefined || phrase.length !== 1) return undefined;
  const texts = businessParts.test(last) ? [first] : [first, last];
  const parts = texts.map((text): LocalUnit => {
    const terms = analyze(text, language).terms;
    const entry = entryOf(terms, language);
    if (entry && entry.kind !== 'general') return unitOf(text, terms, entry, languages);
    return { label: text, phrase: terms, kind: 'word', spellings: [], related: [] };
  });
  return { unit: { label, phrase, kind: 'word', spellings, related: [], parts }, length: 1 };
}
