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
    const found = word.exec(command);
    if (!found) return undefined;
    words.push(plain(found[1] ?? ''));
  }
  return words;
}

function plain(written: string): string {
  return written.replace(
    /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g,
    (_whole, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(["\\])/g, '$1') ?? escaped ?? '',
  );
}
