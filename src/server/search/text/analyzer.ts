import { asciiBytes, asciiOf } from './ascii.ts';
import {
  addParts,
  ChunkAnalyzer,
  dividesWords,
  maxWordLength,
  type TermSink,
} from './chunk-analyzer.ts';
import { lowerCase } from './fold.ts';
import { defaultLanguage, type Language } from './languages.ts';
import { termOf } from './stem.ts';
import { firstHash, nextHash, WordTable } from './word-table.ts';

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

/** A year of English news has about 300,000 distinct words. */
const maxWords = 262_144;
const tables = new Map<Language, WordTable>();

/** The terms of frequent ASCII words of a language. */
export function wordTable(language: Language): WordTable {
  const known = tables.get(language);
  if (known) return known;
  const table = new WordTable(maxWords, (word) => termOf(word, language));
  tables.set(language, table);
  return table;
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
export function findTerms(text: string, language: Language, sink: TermSink): ReadonlySet<string> {
  return new TextScan(text, language, sink).run();
}

const chunk = /[\p{L}\p{N}\p{M}]+(?:(?:\.?['-]|[.,&])[\p{L}\p{N}\p{M}]+)*/uy;
/** The variants of most texts. */
const noVariants: ReadonlySet<string> = new Set();

/** One pass through a text. */
class TextScan {
  readonly #language: Language;
  readonly #sink: TermSink;
  readonly #table: WordTable;
  readonly #dividesWords: boolean;
  readonly #text: string;
  /** The text in lower case. Most ASCII texts do not need it. */
  #folded: string | undefined;
  readonly #bytes: Buffer;
  readonly #length: number;
  /** The hash of the last word. */
  #hash = firstHash;
  #chunks: ChunkAnalyzer | undefined;

  constructor(text: string, language: Language, sink: TermSink) {
    this.#language = language;
    this.#sink = sink;
    this.#table = wordTable(language);
    this.#dividesWords = dividesWords(language, sink);
    this.#text = text;
    // In Turkish, the lower case of "I" is not ASCII.
    const ascii = language === 'tr' ? undefined : asciiBytes(text);
    if (!ascii) this.#folded = lowerCase(text, language);
    this.#bytes = ascii ?? asciiOf(this.#lowerCase());
    this.#length = this.#folded?.length ?? text.length;
  }

  run(): ReadonlySet<string> {
    const bytes = this.#bytes;
    const length = this.#length;
    for (let position = 0; position < length; ) {
      const end = this.#wordEnd(position);
      const isWord = end > position;
      if (isWord && !mayContinue(bytes, end)) {
        this.#addWord(position, end);
        position = end;
      } else if (isWord || (bytes[position] as number) > 127) {
        position += this.#addChunk(position);
      } else {
        if (bytes[position] === period) this.#addDotName(position);
        position += 1;
      }
    }
    return this.#chunks?.variants ?? noVariants;
  }

  #lowerCase(): string {
    this.#folded ??= this.#text.toLowerCase();
    return this.#folded;
  }

  #chunkAnalyzer(): ChunkAnalyzer {
    this.#chunks ??= new ChunkAnalyzer(this.#language, this.#sink);
    return this.#chunks;
  }

  /** Returns the end of the ASCII letters and digits at `start`, and writes them in lower case. */
  #wordEnd(start: number): number {
    const bytes = this.#bytes;
    let hash = firstHash;
    let end = start;
    for (;;) {
      const byte = wordBytes[bytes[end] as number] as number;
      if (byte === 0) break;
      bytes[end] = byte;
      hash = nextHash(hash, byte);
      end += 1;
    }
    this.#hash = hash;
    return end;
  }

  #addWord(start: number, end: number): void {
    const bytes = this.#bytes;
    if (this.#dividesWords) {
      addParts(bytes.toString('latin1', start, end), this.#language, this.#sink);
    }
    const table = this.#table;
    const isTooLong = end - start > maxWordLength;
    this.#sink.word(
      isTooLong
        ? table.numberOf(bytes, start, start + maxWordLength)
        : table.numberOf(bytes, start, end, this.#hash),
    );
  }

  /** Returns the number of UTF-16 code units to continue after. */
  #addChunk(start: number): number {
    chunk.lastIndex = start;
    const [word = ''] = chunk.exec(this.#lowerCase()) ?? [];
    if (word !== '') this.#chunkAnalyzer().add(word);
    return Math.max(word.length, 1);
  }

  #addDotName(start: number): void {
    if (isWordByte(this.#bytes[start + 1] as number)) {
      this.#chunkAnalyzer().addDotName(this.#lowerCase(), start);
    }
  }
}

const period = 46;
/** The lower case of ASCII letters, and digits; 0 for all other bytes. */
const wordBytes = new Uint8Array(256);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/[a-z0-9]/i.test(character)) wordBytes[code] = character.toLowerCase().charCodeAt(0);
}

function isWordByte(code: number): boolean {
  return wordBytes[code] !== 0;
}

/** Whether the word may continue with a hyphen, a period or another script. Most words do not. */
function mayContinue(bytes: Uint8Array, end: number): boolean {
  const code = bytes[end] as number;
  if (code > 127) return true;
  if (!isConnector(code)) return false;
  const next = bytes[end + 1] as number;
  return isWordByte(next) || next > 127 || isConnector(next);
}

/** One of & ' , - . */
function isConnector(code: number): boolean {
  return code >= 38 && code <= 46 && code !== 40 && code !== 41 && code !== 42 && code !== 43;
}
