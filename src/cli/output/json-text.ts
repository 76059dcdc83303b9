/**
 * Characters that are valid in JSON but control terminals: DEL, C1 controls and bidirectional
 * formatting. They occur only in strings, where they can be escaped.
 */
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Deeper levels stay on one line: the indentation would be larger than the data. */
const maxIndentedDepth = 64;

/** Replaces characters that control terminals by `\u` escapes. */
export function escapeControls(json: string): string {
  return json.replace(unsafe, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Escapes control characters in plain text, except line feeds and tabs. */
export function escapeText(text: string): string {
  return escapeControls(
    text.replace(/\p{Cc}/gu, (control) => (/[\n\t]/.test(control) ? control : escaped(control))),
  );
}

/** The start of a string, whitespace, an empty object or array, or a punctuator. */
const tokens = /"|[ \t\r\n]+|[{[][ \t\r\n]*[}\]]|[{}[\],:]/g;

/**
 * Replaces whitespace and punctuators, but nothing within strings. The text must be valid JSON.
 *
 * @param replace receives the token, its offset and its depth; a bracket has the depth outside it
 */
function replaceTokens(
  json: string,
  replace: (token: string, offset: number, depth: number) => string,
): string {
  const pattern = new RegExp(tokens);
  let replaced = '';
  let copiedEnd = 0;
  let depth = 0;
  for (let match = pattern.exec(json); match !== null; match = pattern.exec(json)) {
    const [token] = match;
    if (token === '"') {
      pattern.lastIndex = endOfString(json, match.index);
      continue;
    }
    if (isClosing(token)) depth -= 1;
    replaced += json.slice(copiedEnd, match.index) + replace(token, match.index, depth);
    copiedEnd = pattern.lastIndex;
    if (isOpening(token)) depth += 1;
  }
  return replaced + json.slice(copiedEnd);
}

/** The index after a string. A loop is faster than a match for each escape. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

function isOpening(token: string): boolean {
  return token === '{' || token === '[';
}

function isClosing(token: string): boolean {
  return token === '}' || token === ']';
}

/** Removes the whitespace between the tokens of valid JSON. */
export function compactJson(json: string): string {
  return replaceTokens(json, withoutSpace);
}

function withoutSpace(token: string): string {
  return token.replace(/\s+/, '');
}

/**
 * Indents JSON without parsing its values, so that numbers, key order and escapes stay as sent. The
 * text must be valid JSON.
 */
export function indentJson(json: string): string {
  return replaceTokens(json, (token, _offset, depth) => {
    if (token === ':') return ': ';
    if (token === ',') return `,${newLine(depth)}`;
    if (isOpening(token)) return token + newLine(depth + 1);
    if (isClosing(token)) return newLine(depth, depth + 1) + token;
    return withoutSpace(token);
  });
}

function newLine(depth: number, innerDepth = depth): string {
  return innerDepth > maxIndentedDepth ? '' : `\n${'  '.repeat(depth)}`;
}

/** Replaces the values of an object's members, by key. The text must be a valid JSON object. */
export function replaceMembers(json: string, values: ReadonlyMap<string, string>): string {
  const parts: string[] = [];
  let copiedEnd = 0;
  let keyStart = 0;
  let valueStart = 0;
  let value: string | undefined;
  replaceTokens(json, (token, offset, depth) => {
    const depthAndToken = depth + token;
    if (depthAndToken === '1:') {
      value = values.get(JSON.parse(json.slice(keyStart, offset)) as string);
      valueStart = offset + 1;
    }
    const endsMember = depthAndToken === '1,' || depthAndToken === '0}';
    if (endsMember && value !== undefined) {
      parts.push(json.slice(copiedEnd, valueStart), value);
      copiedEnd = offset;
      value = undefined;
    }
    if (depthAndToken === '0{' || depthAndToken === '1,') keyStart = offset + 1;
    return token;
  });
  return parts.join('') + json.slice(copiedEnd);
}

/**
 * The elements of an object's array, as sent; empty if the key has no array. The text must be a
 * valid JSON object.
 */
export function elementsUnder(json: string, key: string): string[] {
  let elements: string[] = [];
  let keyOrElementStart = 0;
  let isWantedKey = false;
  let isInArray = false;
  replaceTokens(json, (token, offset, depth) => {
    const depthAndToken = depth + token;
    if (isInArray && (depthAndToken === '2,' || depthAndToken === '1]')) {
      elements.push(json.slice(keyOrElementStart, offset).trim());
    }
    if (depthAndToken === '1[') isInArray = isWantedKey;
    if (depthAndToken === '1]') isInArray = false;
    if (depthAndToken === '1:') {
      isWantedKey = JSON.parse(json.slice(keyOrElementStart, offset)) === key;
      if (isWantedKey) elements = [];
    }
    if (/^(0{|1,|1\[|2,)$/.test(depthAndToken)) keyOrElementStart = offset + 1;
    return token;
  });
  return elements;
}
