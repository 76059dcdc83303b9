/** Quotes a word for bash and zsh. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

export function quoteAll(words: readonly string[]): string {
  return words.map(quote).join(' ');
}

/** Quotes a word for fish, where only backslashes and single quotes are special. */
export function quoteForFish(word: string): string {
  return `'${word.replace(/[\\']/g, '\\$&')}'`;
}
