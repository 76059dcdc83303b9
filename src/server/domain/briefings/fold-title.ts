/** A title without case, punctuation and symbols: the same for repeated reports of one story. */
export function foldTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
