/** In characters. A longer word is cut. */
const maxWord = 256;

/**
 * The first characters of a text. A word that does not fit is left out: a secret of which only a part
 * is left would not be recognized.
 */
export function startOfText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, maxLength).replace(new RegExp(`\\S{1,${maxWord}}$`), '');
}

/** The last characters of a text, without a word that does not fit; see {@link startOfText}. */
export function endOfText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return text.slice(-maxLength).replace(new RegExp(`^\\S{1,${maxWord}}`), '');
}
