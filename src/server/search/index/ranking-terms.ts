/** Maximum number of terms of each field that the ranking reads, from its beginning. */
export const maxTerms = 1000;
/** Maximum number of variants of each field. */
export const maxVariants = 200;

/** The ids of the terms of an item: in reading order, then the variants. */
export interface RankingTerms {
  title: Uint32Array;
  text: Uint32Array;
}

/** The number of terms of each field in packed terms. */
export function termCounts(packed: Uint8Array): { title: number; text: number } {
  if (packed.byteLength < 4) return { title: 0, text: 0 };
  const title = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  return { title, text: packed.byteLength / 4 - 1 - title };
}

/** The ids of the terms of an item in an array that may have those of other items too. */
export interface TermSpan {
  readonly ids: Uint32Array;
  /** The place of the first id of the title. */
  readonly start: number;
  /** The place after the last id of the title, and of the first one of the text. */
  readonly textStart: number;
  /** The place after the last id of the text. */
  readonly end: number;
}

export function fieldsOf({ ids, start, textStart, end }: TermSpan): RankingTerms {
  return { title: ids.subarray(start, textStart), text: ids.subarray(textStart, end) };
}

/** @throws {RangeError} if the packed terms are damaged */
export function unpackTerms(packed: Uint8Array): RankingTerms {
  return fieldsOf(termSpan(packed));
}

/**
 * Reads packed terms: the number of terms in the title, and all ids, each in 32 bits.
 *
 * @throws {RangeError} if they are damaged
 */
export function termSpan(packed: Uint8Array): TermSpan {
  // A typed array must start at a multiple of four, but the bytes from a database driver may not.
  const { buffer, byteOffset, byteLength } = packed.byteOffset % 4 === 0 ? packed : packed.slice();
  const ids = new Uint32Array(buffer, byteOffset, byteLength / 4);
  const textStart = 1 + (ids[0] ?? Number.NaN);
  if (!(textStart <= ids.length)) throw new RangeError('the terms of an item are damaged');
  return { ids, start: 1, textStart, end: ids.length };
}
