/** The start of a string, whitespace, an empty object or array, or a punctuator. */
const tokens = /"|[ \t\r\n]+|[{[][ \t\r\n]*[}\]]|[{}[\],:]/g;

/**
 * Visits whitespace and punctuators, but nothing within strings. The text must be valid JSON.
 *
 * @param visit receives the token, its offset and its depth; a bracket has the depth outside it
 */
export function eachToken(
  json: string,
  visit: (token: string, offset: number, depth: number) => void,
): void {
  const pattern = new RegExp(tokens);
  let depth = 0;
  for (let match = pattern.exec(json); match !== null; match = pattern.exec(json)) {
    const [token] = match;
    if (token === '"') {
      pattern.lastIndex = endOfString(json, match.index);
      continue;
    }
    if (isClosing(token)) depth -= 1;
    visit(token, match.index, depth);
    if (isOpening(token)) depth += 1;
  }
}

/** Replaces tokens: see {@link eachToken}. */
export function replaceTokens(
  json: string,
  replace: (token: string, offset: number, depth: number) => string,
): string {
  let replaced = '';
  let copiedEnd = 0;
  eachToken(json, (token, offset, depth) => {
    replaced += json.slice(copiedEnd, offset) + replace(token, offset, depth);
    copiedEnd = offset + token.length;
  });
  return replaced + json.slice(copiedEnd);
}

/** The index after a string. A loop is faster than a match for each escape. */
export function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

export function isOpening(token: string): boolean {
  return token === '{' || token === '[';
}

export function isClosing(token: string): boolean {
  return token === '}' || token === ']';
}
