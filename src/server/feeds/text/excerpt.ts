/** The first `limit` UTF-16 code units of a text, never half a character. */
export function bounded(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit).trimEnd();
}

/** The first words of a text, at most `limit` UTF-16 code units; `…` ends one that goes on. */
export function excerpt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = bounded(text, limit - 1);
  const space = text.charAt(cut.length) === ' ' ? cut.length : cut.lastIndexOf(' ');
  // A text without spaces (Chinese, Japanese, one long word) is cut where it is.
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
