/** Terms of one UTF-16 code unit have its number as their id; all other ids are above. */
const firstLongId = 0x10000;

/**
 * A 32-bit id of a term, the same on every machine: its FNV-1a hash. About one of two thousand terms
 * shares its id with one of a million others. The ranking takes both for the same term; the index
 * stores the terms themselves.
 */
export function termId(term: string): number {
  if (term.length === 1) return term.charCodeAt(0);
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  }
  return (hash | firstLongId) >>> 0;
}

/** Whether a term is one letter, digit or character. */
export function isSingleCharacter(id: number): boolean {
  return id < firstLongId;
}
