import { asciiOf } from './ascii.ts';
import { compoundParts } from './compounds.ts';
import { lowerCase } from './fold.ts';
import { defaultLanguage, type Language } from './languages.ts';
import { termOf } from './stem.ts';
import { WordTable } from './word-table.ts';

export interface Analysis {
  /** In reading order, with stop words, so that any phrase of the text can be found. */
  terms: string[];
  /**
   * Alternative terms that queries may use: `email` for e-mail, `covid19` for COVID-19, `c3ai` for
   * C3.ai, `dotnet` for .NET, `oneill` for O'Neill, and
   * single Han characters of longer words. In `terms`, they would break up phrases.
   */
  variants: string[];
}

/** In UTF-16 code units. A longer word, which is probably encoded data, is truncated. */
const maxWordLength = 64;
/** Maximum length of the first part of a hyphenated word to also index it as one word. */
const maxPrefixLength = 5;
/** A year of English news has about 300,000 distinct words. */
const maxWords = 262_144;
/** Words that are not ASCII, or have hyphens, periods or apostrophes. */
const maxOtherWords = 65_536;
const tables = new Map<Language, WordTable>();

/** The terms of frequent ASCII words of a language. */
export function wordTable(language: Language): WordTable {
  const known = tables.get(language);
  if (known) return known;
  const table = new WordTable(maxWords, (word) => termOf(word, language));
  tables.set(language, table);
  return table;
}

const chunk = /[\p{L}\p{N}\p{M}]+(?:(?:\.?['-]|[.,&])[\p{L}\p{N}\p{M}]+)*/uy;
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

/**
 * Splits a text into terms: folded words, stemmed in a language (see `termOf`), and overlapping pairs of characters for scripts
 * without spaces. Accepts any string, including lone surrogates and NUL. The result does not depend
 * on the machine or the store.
 */
export function analyze(text: string, language: Language = defaultLanguage): Analysis {
  const terms: string[] = [];
  const table = wordTable(language);
  const variants = findTerms(text, language, {
    word: (number) => terms.push(table.term(number)),
    other: (term) => terms.push(term),
  });
  return { terms, variants: [...variants] };
}

/**
 * Like {@link analyze}, but passes the terms to a sink.
 *
 * @returns the variants
 */
export function findTerms(text: string, language: Language, sink: TermSink): Set<string> {
  const folded = lowerCase(text, language);
  const table = wordTable(language);
  const bytes = asciiOf(folded);
  const { length } = folded;
  const variants = new Set<string>();
  for (let position = 0; position < length; ) {
    const end = asciiWordEnd(bytes, position);
    if (end > position && !mayContinue(bytes, end)) {
      addParts(folded, position, end, language, sink);
      sink.word(table.numberOf(bytes, position, Math.min(end, position + maxWordLength)));
      position = end;
    } else if (end > position || (bytes[position] as number) > 127) {
      chunk.lastIndex = position;
      const [word = ''] = chunk.exec(folded) ?? [];
      if (word !== '') new ChunkAnalyzer(language, sink, variants).add(word);
      position += Math.max(word.length, 1);
    } else {
      if (bytes[position] === period) addDotName(folded, position, language, variants);
      position += 1;
    }
  }
  return variants;
}

function addParts(
  text: string,
  start: number,
  end: number,
  language: Language,
  sink: TermSink,
): void {
  if (!sink.part || !compoundLanguages.has(language)) return;
  const parts = compoundParts(text.slice(start, end), language);
  for (const part of parts) sink.part(cachedTerm(part, language));
}

const period = 46;
const dotName = /(?<=^|[\s(])\.[a-z]{2,10}(?![\p{L}\p{N}])/uy;

/** Adds the variant of a name with a leading period: `dotnet` for .NET. */
function addDotName(text: string, start: number, language: Language, variants: Set<string>): void {
  dotName.lastIndex = start;
  const [name] = dotName.exec(text) ?? [];
  if (name) variants.add(termOf(`dot${name.slice(1)}`, language));
}

/** The end of the run of ASCII letters and digits at `start`; `start` if there is none. */
function asciiWordEnd(bytes: Uint8Array, start: number): number {
  let end = start;
  while (isAlphanumeric(bytes[end] as number)) end += 1;
  return end;
}

function isAlphanumeric(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** Whether the word may continue with a hyphen, a period or another script. Most words do not. */
function mayContinue(bytes: Uint8Array, end: number): boolean {
  const code = bytes[end] as number;
  if (code > 127) return true;
  if (!isConnector(code)) return false;
  const next = bytes[end + 1] as number;
  return isAlphanumeric(next) || next > 127 || isConnector(next);
}

/** One of & ' , - . */
function isConnector(code: number): boolean {
  return code >= 38 && code <= 46 && code !== 40 && code !== 41 && code !== 42 && code !== 43;
}

/** Splits words with hyphens, apostrophes, periods or non-ASCII letters. */
class ChunkAnalyzer {
  readonly #language: Language;
  readonly #sink: TermSink;
  readonly #variants: Set<string>;

  constructor(language: Language, sink: TermSink, variants: Set<string>) {
    this.#language = language;
    this.#sink = sink;
    this.#variants = variants;
  }

  add(word: string): void {
    const parts = word.split(/\.?-/);
    const [first = '', second = ''] = parts;
    if (parts.length === 2 && canJoin(first, second)) {
      this.#variants.add(this.#term(first + second));
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
        this.#variants.add(this.#term(first + second));
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
    this.#variants.add(this.#term(pieces.join('')));
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
    for (const character of characters) if (han.test(character)) this.#variants.add(character);
  }

  /** @param word possibly only diacritics, which are no term */
  #addTerm(word: string): void {
    const term = this.#term(word);
    addParts(word, 0, word.length, this.#language, this.#sink);
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
