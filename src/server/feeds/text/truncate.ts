/** The first `maxLength` UTF-16 code units of a text. A surrogate pair is never split. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength).trimEnd();
}

/** The first words of a text, at most `maxLength` UTF-16 code units, with `…` if there are more. */
export function excerpt(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = truncate(text, maxLength - 1);
  const space = text.charAt(cut.length) === ' ' ? cut.length : cut.lastIndexOf(' ');
  // Text without spaces (Chinese, Japanese, one long word) is truncated within a word.
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
