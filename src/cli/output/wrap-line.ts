/**
 * Breaks a line between words, so that it fits a terminal. What follows is indented by two more columns. A
 * longer word, such as a URL, is not broken.
 *
 * @param width in characters
 */
export function wrapLine(line: string, width: number): string {
  const indent = `${/^ */.exec(line)?.[0]}  `;
  let column = 0;
  return line.replace(/ *\S+/g, (word) => {
    if (column === 0 || column + word.length <= width) {
      column += word.length;
      return word;
    }
    const moved = indent + word.trimStart();
    column = moved.length;
    return `\n${moved}`;
  });
}
