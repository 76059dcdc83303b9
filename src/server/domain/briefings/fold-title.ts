/** A title without case, punctuation and symbols, to recognize repeated reports. */
export function foldTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
