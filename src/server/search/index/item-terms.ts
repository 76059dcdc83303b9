import { findTerms, splitWords } from '../text/analyzer.ts';
import { isAscii } from '../text/ascii.ts';
import { maxTerms, maxVariants } from './ranking-terms.ts';
import { termId } from './term-ids.ts';

/** The terms of an item as the stores take them. */
export interface ItemTerms {
  /** Each in reading order, then its variants, spaces between. */
  terms: { title: string; text: string };
  /** Those that the ranking reads, packed as `packedTerms` does. */
  ranking_terms: Uint8Array;
}

/** The terms that `analyze` gives, as bytes from the text to the index: without a text for each of them. */
export function itemTerms(title: string, text: string): ItemTerms {
  ids.begin();
  const ofTitle = written(title);
  ids.endTitle();
  return { terms: { title: ofTitle, text: written(text) }, ranking_terms: ids.taken() };
}

function written(text: string): string {
  ids.beginField();
  const variants = findTerms(text, {
    word(number) {
      bytes.word(number);
      ids.term(splitWords.id(number));
    },
    other(term) {
      bytes.other(term);
      ids.term(termId(term));
    },
  });
  for (const variant of variants) {
    bytes.other(variant);
    ids.variant(termId(variant));
  }
  return bytes.taken();
}

/** Bytes of the longest term of a word, and a space. */
const roomForWord = 129;
const space = 0x20;

/** A field's terms as one text. */
class TermBytes {
  #memory = Buffer.alloc(16_384);
  #end = 0;
  #ascii = true;

  word(number: number): void {
    this.#makeRoom(roomForWord);
    this.#end = splitWords.write(number, this.#memory, this.#end);
    this.#memory[this.#end++] = space;
  }

  other(term: string): void {
    this.#makeRoom(3 * term.length + 1);
    this.#end += this.#memory.write(term, this.#end);
    this.#memory[this.#end++] = space;
    this.#ascii &&= isAscii(term);
  }

  taken(): string {
    const text = this.#memory.toString(
      this.#ascii ? 'latin1' : 'utf8',
      0,
      Math.max(this.#end - 1, 0),
    );
    this.#end = 0;
    this.#ascii = true;
    return text;
  }

  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= this.#memory.length) return;
    this.#memory = Buffer.concat([this.#memory], 2 * this.#memory.length + bytes);
  }
}

/** An item's terms as numbers. */
class TermIds {
  readonly #memory = new Uint32Array(1 + 2 * (maxTerms + maxVariants));
  #end = 0;
  #terms = 0;
  #variants = 0;

  begin(): void {
    this.#end = 1;
  }

  beginField(): void {
    this.#terms = 0;
    this.#variants = 0;
  }

  term(id: number): void {
    if (this.#terms === maxTerms) return;
    this.#terms += 1;
    this.#memory[this.#end++] = id;
  }

  /** Those come behind all terms of their field. */
  variant(id: number): void {
    if (this.#variants === maxVariants) return;
    this.#variants += 1;
    this.#memory[this.#end++] = id;
  }

  endTitle(): void {
    this.#memory[0] = this.#end - 1;
  }

  taken(): Uint8Array {
    // A buffer shares its memory with others: memory for each item is more than these few bytes are worth.
    return Buffer.from(new Uint8Array(this.#memory.buffer, 0, 4 * this.#end));
  }
}

const bytes = new TermBytes();
const ids = new TermIds();
