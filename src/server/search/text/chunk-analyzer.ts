import { compoundParts } from './compounds.ts';
import type { Language } from './languages.ts';
import { termOf } from './stem.ts';

/** In UTF-16 code units. A longer word, which is probably encoded data, is truncated. */
export const maxWordLength = 64;
/** Maximum length of the first part of a hyphenated word to also index it as one word. */
const maxPrefixLength = 5;
/** Words that are not ASCII, or have hyphens, periods or apostrophes. */
const maxOtherWords = 65_536;

const acronym = /^\p{L}(?:\.\p{L})+$/u;
const initials = /^\p{L}{1,3}&\p{L}{1,3}\d*$/u;
/** Letters next to digits: a name such as COVID-19, 737-MAX or C3.ai, also written as one word. */
const mixedPair = /^(?:[\p{L}\p{N}]*\p{L} \p{N}|[\p{L}\p{N}]*\p{N} \p{L})[\p{L}\p{N}]*$/u;
/** Maximum length of such a name. */
const maxMixedLength = 16;
const number = /^\d+(?:,\d{3})*(?:\.\d+)*$/;

// Scripts without spaces between words, and Hangul, in which particles are attached to words.
const unspaced =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const unspacedRun = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu');
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u');
const han = /\p{sc=Han}/u;

const dotName = /(?<=^|[\s(])\.[a-z]{2,10}(?![\p{L}\p{N}])/uy;

/** Languages in which compounds are one word. */
const compoundLanguages: ReadonlySet<Language> = new Set(['de', 'nl']);

/** Languages with longer elided words than "l'" and "d'": "jusqu'à", "dell'economia". */
const elidingLanguages: ReadonlySet<Language> = new Set(['fr', 'it']);

/** The terms of other words, by language. */
const otherTerms = new Map<Language, Map<string, string>>();

function cachedTerm(word: string, language: Language): string {
  let terms = otherTerms.get(language);
  if (!terms || terms.size >= maxOtherWords) {
    terms = new Map();
    otherTerms.set(language, terms);
  }
  const known = terms.get(word);
  if (known !== undefined) return known;
  const term = termOf(word, language);
  terms.set(word, term);
  return term;
}

/** Receives the terms of a text in reading order. */
export interface TermSink {
  /** @param number the number of a word in the {@link wordTable} of the language, valid only during the call */
  word(number: number): void;
  other(term: string): void;
  /** Receives the terms of the parts of German and Dutch compounds, which are divided only for it. */
  part?(term: string): void;
}

/** Whether the compounds of a language are divided for the sink. */
export function dividesWords(language: Language, sink: TermSink): boolean {
  return sink.part !== undefined && compoundLanguages.has(language);
}

/** Passes the parts of a compound to the sink. */
export function addParts(word: string, language: Language, sink: TermSink): void {
  for (const part of compoundParts(word, language)) sink.part?.(cachedTerm(part, language));
}

/** Splits words with hyphens, apostrophes, periods or non-ASCII letters. */
export class ChunkAnalyzer {
  readonly variants = new Set<string>();
  readonly #language: Language;
  readonly #sink: TermSink;

  constructor(language: Language, sink: TermSink) {
    this.#language = language;
    this.#sink = sink;
  }

  /** Adds the variant of a name with a leading period, if there is one at `start`: `dotnet` for .NET. */
  addDotName(text: string, start: number): void {
    dotName.lastIndex = start;
    const [name] = dotName.exec(text) ?? [];
    if (name) this.variants.add(termOf(`dot${name.slice(1)}`, this.#language));
  }

  add(word: string): void {
    const parts = word.split(/\.?-/);
    const [first = '', second = ''] = parts;
    if (parts.length === 2 && canJoin(first, second)) {
      this.variants.add(this.#term(first + second));
    } else this.#joinMixed(parts);
    for (const part of parts) this.#addPart(part.replace(/\.?'s$/, ''));
  }

  #addPart(part: string): void {
    if (acronym.test(part)) this.#addPiece(part.replaceAll('.', ''));
    else if (initials.test(part)) this.#addPiece(part.replace('&', ''));
    else if (number.test(part)) this.#addPiece(part.replaceAll(',', ''));
    else {
      this.#joinMixed(part.split('.'));
      for (const text of part.split(/[.,&]/)) this.#addApostrophes(text);
    }
  }

  #joinMixed(parts: readonly string[]): void {
    for (let index = 1; index < parts.length; index += 1) {
      const [first = '', second = ''] = [parts[index - 1], parts[index]];
      const isShort = first.length + second.length <= maxMixedLength;
      if (isShort && mixedPair.test(`${first} ${second}`)) {
        this.variants.add(this.#term(first + second));
      }
    }
  }

  #addApostrophes(text: string): void {
    const pieces = text.split("'");
    const [prefix = ''] = pieces;
    const isElided = prefix.length <= 2 || elidingLanguages.has(this.#language);
    if (pieces.length === 1 || !isElided) {
      // In Turkish, an apostrophe separates endings from a name: "Ankara'da".
      this.#addPiece(this.#language === 'tr' ? prefix : pieces.join(''));
      return;
    }
    this.variants.add(this.#term(pieces.join('')));
    for (const piece of pieces) this.#addPiece(piece);
  }

  #addPiece(piece: string): void {
    if (!hasUnspaced.test(piece)) this.#addTerm(piece);
    else for (const run of piece.match(unspacedRun) ?? []) this.#addRun(run);
  }

  /** @param run characters of unspaced scripts only, or of other scripts only */
  #addRun(run: string): void {
    if (!hasUnspaced.test(run)) {
      this.#addTerm(run);
      return;
    }
    const characters = [...run];
    if (characters.length === 1) this.#sink.other(run);
    for (let index = 1; index < characters.length; index += 1) {
      this.#sink.other(`${characters[index - 1]}${characters[index]}`);
    }
    for (const character of characters) if (han.test(character)) this.variants.add(character);
  }

  /** @param word possibly only diacritics, which are no term */
  #addTerm(word: string): void {
    const term = this.#term(word);
    if (dividesWords(this.#language, this.#sink)) addParts(word, this.#language, this.#sink);
    if (term !== '') this.#sink.other(term);
  }

  #term(word: string): string {
    return cachedTerm(
      word.length > maxWordLength ? word.slice(0, maxWordLength) : word,
      this.#language,
    );
  }
}

/** Whether a hyphenated word may also be written without its hyphen. */
function canJoin(first: string, second: string): boolean {
  return (
    first.length <= maxPrefixLength && /^\p{L}+$/u.test(first) && /^[\p{L}\p{N}]+$/u.test(second)
  );
}
