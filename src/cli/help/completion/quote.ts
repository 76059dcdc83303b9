/** A word that bash and zsh take as it stands, whatever is in it (POSIX, section 2.2.2). */
export function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

export function quoteAll(words: readonly string[]): string {
  return words.map(quote).join(' ');
}

/** A word that fish takes as it stands: a backslash and a single quote alone are special there. */
export function quoteForFish(word: string): string {
  return `'${word.replace(/[\\']/g, '\\$&')}'`;
}
