import { WordTable } from '../index/word-table.ts';
import { asciiOf } from './ascii.ts';
import { fold } from './fold.ts';
import { stem } from './stem.ts';

/** What a text says to the index. */
export interface Analysis {
  /** In reading order, stop words included, so that any phrase of the text can be found. */
  terms: string[];
  /**
   * Other spellings that a reader may ask by, each once: `email` for e-mail, `covid19` for
   * COVID-19, `oneill` for O'Neill, and a Han character of a longer word by itself. They are
   * apart from the terms, because they would tear phrases.
   */
  variants: string[];
}

/** Longer words are cut: they are encoded data, not language. */
const longestWord = 64;
/** The longest first part of a hyphenated word that is also written together with the rest. */
const longestPrefix = 5;
/** A year of English news has some 300,000 distinct words, most of them rare. */
export const splitWords = new WordTable(262_144, stem);

const chunk = /[\p{L}\p{N}\p{M}]+(?:(?:\.?['-]|[.,&])[\p{L}\p{N}\p{M}]+)*/uy;
const acronym = /^\p{L}(?:\.\p{L})+$/u;
const initials = /^\p{L}{1,3}&\p{L}{1,3}$/u;
const number = /^\d+(?:,\d{3})*(?:\.\d+)*$/;

// Scripts written without spaces between words; Hangul, because its particles hang on the word.
const unspaced =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const unspacedRun = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu');
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u');
const han = /\p{sc=Han}/u;

/** Takes the terms of a text as they are found. */
export interface TermSink {
  /** One that `words` knows, by its number, which holds for the moment alone. */
  word(number: number): void;
  other(term: string): void;
}

/**
 * Splits a text into terms: lower-case, without diacritics, stemmed. The same text gives the
 * same terms on every machine and in every store. Scripts that are written without spaces give
 * overlapping pairs of characters. Takes any string, lone surrogates and NUL included.
 */
export function analyze(text: string): Analysis {
  const terms: string[] = [];
  const variants = findTerms(text, {
    word: (number) => terms.push(splitWords.term(number)),
    other: (term) => terms.push(term),
  });
  return { terms, variants: [...variants] };
}

/** The same without a list of the terms. Gives the variants. */
export function findTerms(text: string, sink: TermSink): Set<string> {
  const folded = fold(text);
  const bytes = asciiOf(folded);
  const { length } = folded;
  const variants = new Set<string>();
  for (let at = 0; at < length; ) {
    const end = plainWordEnd(bytes, at);
    if (end > at && !goesOn(bytes, end)) {
      sink.word(splitWords.numberOf(bytes, at, Math.min(end, at + longestWord)));
      at = end;
    } else if (end > at || (bytes[at] as number) > 127) {
      at = endOfChunk(folded, at, sink, variants);
    } else {
      at += 1;
    }
  }
  return variants;
}

/** Gives the sink what stands at a place that is no plain word; the place behind it. */
function endOfChunk(text: string, start: number, sink: TermSink, variants: Set<string>): number {
  chunk.lastIndex = start;
  const [word] = chunk.exec(text) ?? [];
  if (word === undefined) return start + 1;
  const terms: string[] = [];
  addChunk(word, terms, variants);
  for (const term of terms) sink.other(term);
  return start + word.length;
}

/** Where the run of ASCII letters and digits ends that starts here; here where there is none. */
function plainWordEnd(bytes: Uint8Array, start: number): number {
  let end = start;
  while (isPlain(bytes[end] as number)) end += 1;
  return end;
}

function isPlain(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** Whether the word may go on with a hyphen, a point or another script. Most words do not. */
function goesOn(bytes: Uint8Array, end: number): boolean {
  const code = bytes[end] as number;
  if (code > 127) return true;
  if (!isConnector(code)) return false;
  const next = bytes[end + 1] as number;
  return isPlain(next) || next > 127 || isConnector(next);
}

/** One of & ' , - . */
function isConnector(code: number): boolean {
  return code >= 38 && code <= 46 && code !== 40 && code !== 41 && code !== 42 && code !== 43;
}

function addChunk(word: string, terms: string[], variants: Set<string>): void {
  const parts = word.split(/\.?-/);
  const [first = '', second = ''] = parts;
  if (parts.length === 2 && joins(first, second)) variants.add(termOf(first + second));
  for (const part of parts) {
    for (const piece of pieces(part.replace(/\.?'s$/, ''), variants)) {
      if (hasUnspaced.test(piece)) addUnspaced(piece, terms, variants);
      else terms.push(termOf(piece));
    }
  }
}

function joins(first: string, second: string): boolean {
  return (
    first.length <= longestPrefix && /^\p{L}+$/u.test(first) && /^[\p{L}\p{N}]+$/u.test(second)
  );
}

function pieces(part: string, variants: Set<string>): string[] {
  if (acronym.test(part)) return [part.replaceAll('.', '')];
  if (initials.test(part)) return [part.replace('&', '')];
  if (number.test(part)) return [part.replaceAll(',', '')];
  return part.split(/[.,&]/).flatMap((piece) => {
    const [prefix = '', ...rest] = piece.split("'");
    if (rest.length === 0) return [piece];
    const joined = [prefix, ...rest].join('');
    if (prefix.length > 2) return [joined];
    variants.add(termOf(joined));
    return [prefix, ...rest];
  });
}

function addUnspaced(piece: string, terms: string[], variants: Set<string>): void {
  for (const run of piece.match(unspacedRun) ?? []) {
    if (!hasUnspaced.test(run)) {
      terms.push(termOf(run));
      continue;
    }
    const characters = [...run];
    if (characters.length === 1) terms.push(run);
    for (let at = 1; at < characters.length; at += 1) {
      terms.push(`${characters[at - 1]}${characters[at]}`);
    }
    for (const character of characters) if (han.test(character)) variants.add(character);
  }
}

function termOf(word: string): string {
  return stem(word.length > longestWord ? word.slice(0, longestWord) : word);
}
