/** The ids of terms of one UTF-16 code unit are below this, those of all other terms are not. */
const firstLongId = 0x10000;

/**
 * The 32-bit id of a term, the same on every machine: its FNV-1a hash. Among a million terms, about one
 * in two thousand shares its id with another. The ranking treats both as the same term; the index is
 * not affected, because it stores the terms themselves.
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
