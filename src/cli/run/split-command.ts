/**
 * Splits a command into words like a shell: at spaces, except those that are quoted or escaped. In
 * single quotes a backslash is literal; in double quotes it escapes only `"` and `\`. No other
 * shell syntax is supported.
 *
 * @returns `undefined` if a quote is not closed or the last character is a backslash
 */
export function splitCommand(text: string): string[] | undefined {
  const words: string[] = [];
  const word = /\s*((?:[^\s"'\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+)\s*/y;
  const command = text.trim();
  while (word.lastIndex < command.length) {
    const match = word.exec(command);
    if (!match) return undefined;
    words.push(unquoted(match[1] ?? ''));
  }
  return words;
}

function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g,
    (_match, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["\\])/g, '$1') ?? escaped ?? '',
  );
}
