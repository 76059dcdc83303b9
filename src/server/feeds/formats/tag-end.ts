/** How far into a tag quotes count; beyond it a tag ends at its first `>`. */
const QUOTE_RANGE = 8192;

/**
 * The index of the `>` that ends the tag opened at `from`, or -1. A `>` inside a quoted attribute
 * value does not count, unless the quotes never close: then the first `>` ends the tag. The work is
 * bounded, so that no text takes quadratic time.
 */
export function tagEnd(text: string, from: number): number {
  const first = text.indexOf('>', from);
  if (first === -1) return -1;
  const limit = Math.min(text.length, from + QUOTE_RANGE);
  let quote = '';
  for (let at = from; at < limit; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') {
      return at;
    } else if (character === '"' || character === "'") {
      quote = character;
    }
  }
  return first;
}
