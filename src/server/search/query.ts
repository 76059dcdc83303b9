import { runSteps, type Steps } from '../../node/steps.ts';
import { contentWords } from './prompt/query-words.ts';
import { quotations, searchedText } from './searched-text.ts';
import { analyze } from './text/analyzer.ts';
import { detectLanguages } from './text/detect-language.ts';
import { joinedWords, partsOfMixedWord } from './text/joined-forms.ts';
import { defaultLanguage, type Language } from './text/languages.ts';
import { significantWords } from './text/significant-words.ts';
import { stopTerms } from './text/stop-words.ts';

export interface Query {
  /** The plausible languages, most probable first. */
  languages: readonly Language[];
  /** In the first language; distinct, in reading order. */
  terms: string[];
  /** Terms that count like the term, for example its stems in other languages. */
  alternatives: ReadonlyMap<string, readonly string[]>;
  /** How often the query has each term. */
  counts: ReadonlyMap<string, number>;
  /**
   * The terms of all quoted phrases, in each language that gives other terms. An item must have all
   * phrases in one of these languages. Empty without quotes.
   */
  phrases: string[][][];
}

const maxTerms = 256;
const maxPhraseTerms = 32;
/** Maximum number of words outside quotes beside which quoted phrases must match. */
const maxWordsBesidePhrases = 32;

/**
 * Parses a query of a few words or a sentence. Phrases in quotes must match; there is no other
 * syntax. Every text is valid: a query without a word or number has no terms. Text beyond the limits
 * of {@link searchedText}, 256 distinct terms or 32 terms of a phrase is ignored.
 */
export function parseQuery(text: string): Query {
  return runSteps(querySteps(text));
}

/** The steps of {@link parseQuery}: many words in several languages take longer than a turn should. */
export function* querySteps(text: string): Steps<Query> {
  const { searched } = searchedText(text);
  const languages = detectLanguages(searched);
  const unquoted = searched.replaceAll('"', ' ');
  const words = wordsOfQuery(unquoted, languages[0]);
  const terms = yield* termsWithAlternatives(words.length > 0 ? words : [unquoted], languages);
  yield* addJoinedForms(words, languages, terms);
  return {
    languages,
    terms: [...terms.keys()],
    alternatives: new Map(
      [...terms].flatMap(([term, { others }]) =>
        others.size > 0 ? [[term, [...others]] as const] : [],
      ),
    ),
    counts: new Map([...terms].map(([term, { count }]) => [term, count])),
    phrases: phrasesOf(searched, languages),
  };
}

/**
 * Like {@link querySteps}, but ignores the quotes of a text with more than {@link maxWordsBesidePhrases}
 * words outside of them, which is probably a pasted paragraph with a quotation.
 */
export function* searchSteps(text: string): Steps<Query> {
  const query = yield* querySteps(text);
  if (query.phrases.length === 0) return query;
  const outside = searchedText(text).searched.replace(/"[^"]*"/g, ' ');
  const words = outside.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  return words > maxWordsBesidePhrases ? { ...query, phrases: [] } : query;
}

/** The words of a query that describe what it is about. */
function wordsOfQuery(query: string, language: Language = defaultLanguage): string[] {
  return language === defaultLanguage ? contentWords(query) : significantWords(query, language);
}

function phrasesOf(searched: string, languages: readonly Language[]): string[][][] {
  const quoted = [...quotations(searched)].map(({ inside }) => inside);
  if (quoted.length === 0) return [];
  const readings = languages.map((language) =>
    quoted.map((phrase) => analyze(phrase, language).terms.slice(0, maxPhraseTerms)),
  );
  return [...new Map(readings.map((reading) => [JSON.stringify(reading), reading])).values()];
}

interface FoundTerm {
  others: Set<string>;
  count: number;
}

/** Each term of the words in the first language, with its alternatives and its count. */
function* termsWithAlternatives(
  words: readonly string[],
  languages: readonly Language[],
): Steps<Map<string, FoundTerm>> {
  const found = new Map<string, FoundTerm>();
  for (const word of words) {
    yield;
    const [terms = [], ...inOthers] = languages.map((language) => termsOfWord(word, language));
    for (const [index, term] of terms.entries()) {
      if (found.size === maxTerms && !found.has(term)) return found;
      const others = inOthers.flatMap((other) => other[index] ?? []);
      const known = found.get(term) ?? { others: new Set(), count: 0 };
      for (const other of others) if (other !== term) known.others.add(other);
      found.set(term, { ...known, count: known.count + 1 });
    }
  }
  return found;
}

/** Adds joined forms as alternatives of their parts: `gpt5` of `gpt`, for "GPT 5" and "GPT5". */
function* addJoinedForms(
  words: readonly string[],
  languages: readonly Language[],
  found: Map<string, FoundTerm>,
): Steps<void> {
  for (const { parts, joined } of words.flatMap((word, at) => joinedFormsOf(word, words[at + 1]))) {
    const [term = ''] = analyze(joined).terms;
    for (const [part, parsed] of yield* termsWithAlternatives(parts, languages)) {
      if (part === term || found.size >= maxTerms) continue;
      const known = found.get(part) ?? parsed;
      found.set(part, { ...known, others: new Set([...known.others, term]) });
    }
  }
}

function joinedFormsOf(word: string, next: string | undefined) {
  const forms = [];
  const joined = next && joinedWords(word, next);
  if (joined) forms.push({ parts: [word, next], joined });
  const parts = partsOfMixedWord(word);
  if (parts.length > 0) forms.push({ parts, joined: word });
  return forms;
}

function termsOfWord(word: string, language: Language): string[] {
  const { terms, variants } = analyze(word, language);
  // The 'e' of e-mail would find unrelated items; the variant 'email' does not.
  const useful = variants.length > 0 ? terms.filter((term) => !isInsignificant(term)) : terms;
  return [...useful, ...variants];
}

/** Whether a part of a word has no meaning: a single letter, or an article as in "l'eau". */
function isInsignificant(term: string): boolean {
  return /^[a-z](?:\.|$)/.test(term) || stopTerms().has(term);
}
