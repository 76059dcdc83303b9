/**
 * A name or text for an error message: what a caller sends may be long.
 *
 * @param max in characters (default: 100)
 */
export function shorten(text: string, max = 100): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
