/** Terms of each field that the ranking reads: a story is about what its beginning says. */
export const maxTerms = 1000;
export const maxVariants = 200;

/** The ids of the terms that an item is ranked by: in reading order, then the variants. */
export interface RankingTerms {
  title: Uint32Array;
  text: Uint32Array;
}

/** Reads terms as the store keeps them: 32-bit ids, preceded by how many of them are the title's. */
export function unpackTerms(packed: Uint8Array): RankingTerms {
  // A view has to begin at a multiple of four, which not every database driver provides.
  const { buffer, byteOffset, byteLength } = packed.byteOffset % 4 === 0 ? packed : packed.slice();
  const [titleLength = 0] = new Uint32Array(buffer, byteOffset, 1);
  const titleEnd = byteOffset + 4 * (1 + titleLength);
  return {
    title: new Uint32Array(buffer, byteOffset + 4, titleLength),
    text: new Uint32Array(buffer, titleEnd, (byteOffset + byteLength - titleEnd) / 4),
  };
}
