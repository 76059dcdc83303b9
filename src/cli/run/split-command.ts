/** What separates and quotes words: a word, its quoted and escaped parts, and escapes in double quotes. */
interface Quoting {
  word: RegExp;
  part: RegExp;
  escaped: RegExp;
}

const posixQuoting: Quoting = {
  word: /\s*((?:[^\s"'\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+)\s*/y,
  part: /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g,
  escaped: /\\(["\\])/g,
};

const windowsQuoting: Quoting = {
  word: /\s*((?:\\"|[^\s"']|'[^']*'|"(?:\\"|[^"])*")+)\s*/y,
  part: /'([^']*)'|"((?:\\"|[^"])*)"|\\(")/g,
  escaped: /\\(")/g,
};

/**
 * Splits a command into words like a shell: at spaces, except those that are quoted or escaped. In
 * single quotes a backslash is literal; in double quotes it escapes only `"` and `\`. On Windows, where
 * it separates folders, it escapes only `"`. No other shell syntax is supported.
 *
 * @returns `undefined` if a quote is not closed or, except on Windows, the last character is a backslash
 */
export function splitCommand(
  text: string,
  platform: NodeJS.Platform = process.platform,
): string[] | undefined {
  const quoting = platform === 'win32' ? windowsQuoting : posixQuoting;
  const words: string[] = [];
  const word = new RegExp(quoting.word);
  const command = text.trim();
  while (word.lastIndex < command.length) {
    const match = word.exec(command);
    if (!match) return undefined;
    words.push(unquoted(match[1] ?? '', quoting));
  }
  return words;
}

function unquoted(word: string, { part, escaped }: Quoting): string {
  return word.replace(
    part,
    (_match, single?: string, double?: string, character?: string) =>
      single ?? double?.replace(escaped, '$1') ?? character ?? '',
  );
}
