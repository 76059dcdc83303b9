import { contentWords } from './prompt/query-words.ts';
import { quotations, searchedText } from './searched-text.ts';
import { analyze } from './text/analyzer.ts';
import { detectLanguages } from './text/detect-language.ts';
import { joinedWords, partsOfMixedWord } from './text/joined-forms.ts';
import { defaultLanguage, type Language } from './text/languages.ts';
import { significantWords } from './text/significant-words.ts';

export interface Query {
  /** The plausible languages, most probable first. */
  languages: readonly Language[];
  /** In the first language; distinct, in reading order. */
  terms: string[];
  /** Terms that count as much as the term itself, for example its stems in other languages. */
  alternatives: ReadonlyMap<string, readonly string[]>;
  /**
   * The terms of all quoted phrases, in each language that gives other terms. An item must have all
   * phrases in one of these languages. Empty without quotes.
   */
  phrases: string[][][];
}

const maxTerms = 64;
const maxPhraseTerms = 32;

/**
 * Parses a query of a few words or a sentence. Phrases in quotes must match; there is no other
 * syntax. Every text is valid: a query without a word or number has no terms. Text beyond the limits
 * of {@link searchedText}, 64 distinct terms or 32 terms of a phrase is ignored.
 */
export function parseQuery(text: string): Query {
  const { searched } = searchedText(text);
  const languages = detectLanguages(searched);
  const unquoted = searched.replaceAll('"', ' ');
  const words = wordsOfQuery(unquoted, languages[0]);
  const alternatives = termsWithAlternatives(words.length > 0 ? words : [unquoted], languages);
  addJoinedForms(words, languages, alternatives);
  return {
    languages,
    terms: [...alternatives.keys()],
    alternatives: new Map(
      [...alternatives].flatMap(([term, others]) =>
        others.size > 0 ? [[term, [...others]] as const] : [],
      ),
    ),
    phrases: phrasesOf(searched, languages),
  };
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

/** Each term of the words in the first language, with its alternatives. */
function termsWithAlternatives(
  words: readonly string[],
  languages: readonly Language[],
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const word of words) {
    const [terms = [], ...inOthers] = languages.map((language) => termsOfWord(word, language));
    for (const [index, term] of terms.entries()) {
      if (found.size === maxTerms && !found.has(term)) return found;
      const others = inOthers.flatMap((other) => other[index] ?? []);
      found.set(term, new Set([...(found.get(term) ?? []), ...others]));
      found.get(term)?.delete(term);
    }
  }
  return found;
}

/** Adds joined forms as alternatives of their parts: `gpt5` of `gpt`, for "GPT 5" and "GPT5". */
function addJoinedForms(
  words: readonly string[],
  languages: readonly Language[],
  alternatives: Map<string, Set<string>>,
): void {
  for (const { parts, joined } of words.flatMap((word, at) => joinedFormsOf(word, words[at + 1]))) {
    const [term = ''] = analyze(joined).terms;
    for (const [part, others] of termsWithAlternatives(parts, languages)) {
      if (part === term || alternatives.size >= maxTerms) continue;
      alternatives.set(part, new Set([...(alternatives.get(part) ?? others), term]));
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
  const useful = variants.length > 0 ? terms.filter((term) => !/^[a-z](?:\.|$)/.test(term)) : terms;
  return [...useful, ...variants];
}
