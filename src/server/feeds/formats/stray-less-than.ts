/** What may contain `<`, and each other `<` that begins no markup: a tag has its `>` before the next `<`. */
const parts = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<(?![\p{L}_:/!?][^<>]*>)/gu;

/** XML with each `<` that begins no markup escaped, such as that of "profit < loss". Runs in linear time. */
export function withEscapedLessThan(xml: string): string {
  return xml.replace(parts, (part) => (part === '<' ? '&lt;' : part));
}
