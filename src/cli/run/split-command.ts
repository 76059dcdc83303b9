/**
 * Splits a command as a shell would, and does nothing else of what a shell does: spaces separate,
 * single and double quotes and a backslash keep together. Inside of single quotes a backslash is
 * itself, inside of double quotes it keeps `"` and `\` alone.
 *
 * @returns `undefined` where a quote is not closed or a backslash ends it all
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
