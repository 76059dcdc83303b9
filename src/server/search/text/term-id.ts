/** Terms of one UTF-16 code unit have ids below this value; all other ids are at least this. */
const firstLongId = 0x10000;

/**
 * The 32-bit id of a term: an FNV-1a hash, the same on every machine. Among a million terms, about
 * one in two thousand shares its id with another. The ranking treats both as the same term; the
 * index is not affected, because it stores the terms themselves.
 */
export function termId(term: string): number {
  if (term.length === 1) return term.charCodeAt(0);
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  }
  return (hash | firstLongId) >>> 0;
}

/** Whether the term of an id is one UTF-16 code unit: a letter, digit or other character. */
export function isSingleCharacter(id: number): boolean {
  return id < firstLongId;
}
