/**
 * Characters that are valid in JSON but control terminals: DEL, C1 controls and bidirectional
 * formatting. They occur only in strings, where they can be escaped.
 */
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Deeper levels stay on one line, because indentation would outgrow the data. */
const maxIndentedDepth = 64;

/** Replaces these characters by `\u` escapes. */
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

/**
 * Indents JSON without parsing its values, so that numbers, key order and escapes stay as sent. The
 * text must be valid JSON.
 */
export function indentJson(text: string): string {
  const pieces: string[] = [];
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    const end = endOfToken(text, at);
    if (character === '{' || character === '[') {
      const closing = skipSpace(text, end);
      if (isClosing(text.charAt(closing))) {
        pieces.push(character, text.charAt(closing));
        at = closing + 1;
        continue;
      }
      depth += 1;
      pieces.push(character, newLine(depth));
    } else if (isClosing(character)) {
      depth -= 1;
      pieces.push(newLine(depth, depth + 1), character);
    } else if (character === ',') {
      pieces.push(character, newLine(depth));
    } else if (character === ':') {
      pieces.push(': ');
    } else if (!isSpace(character)) {
      pieces.push(text.slice(at, end));
    }
    at = end;
  }
  return pieces.join('');
}

function newLine(depth: number, inside = depth): string {
  return inside > maxIndentedDepth ? '' : `\n${'  '.repeat(depth)}`;
}

/**
 * The elements of an object's array, as sent; empty if the key has no array. The text must be a
 * valid JSON object.
 */
export function elementsUnder(json: string, key: string): string[] {
  let elements: string[] = [];
  let at = skipSpace(json, skipSpace(json, 0) + 1);
  while (json.charAt(at) === '"') {
    const end = endOfToken(json, at);
    const value = skipSpace(json, skipSpace(json, end) + 1);
    if (JSON.parse(json.slice(at, end)) === key) elements = elementsAt(json, value);
    at = skipSeparator(json, endOfValue(json, value));
  }
  return elements;
}

function elementsAt(json: string, start: number): string[] {
  const elements: string[] = [];
  if (json.charAt(start) !== '[') return elements;
  let at = skipSpace(json, start + 1);
  while (json.charAt(at) !== ']') {
    const end = endOfValue(json, at);
    elements.push(json.slice(at, end));
    at = skipSeparator(json, end);
  }
  return elements;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const character = text.charAt(at);
    if (character === '{' || character === '[') depth += 1;
    else if (isClosing(character)) depth -= 1;
    at = endOfToken(text, at);
  } while (depth > 0);
  return at;
}

function skipSeparator(text: string, start: number): number {
  const at = skipSpace(text, start);
  return text.charAt(at) === ',' ? skipSpace(text, at + 1) : at;
}

/** Removes the white space between the tokens of valid JSON. */
export function compactJson(json: string): string {
  let isInString = false;
  return json.replace(/\\.|"|[ \t\r\n]+/g, (match) => {
    if (match === '"') isInString = !isInString;
    else if (!isInString) return '';
    return match;
  });
}

/** The end of a token: a string, a bare word or one character. */
function endOfToken(text: string, start: number): number {
  if (text.charAt(start) === '"') return endOfString(text, start);
  let end = start;
  while (end < text.length && !isStructure(text.charAt(end))) end += 1;
  return Math.max(end, start + 1);
}

function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && backslashesBefore(text, quote) % 2 === 1) {
    quote = text.indexOf('"', quote + 1);
  }
  return quote === -1 ? text.length : quote + 1;
}

function backslashesBefore(text: string, index: number): number {
  let first = index;
  while (text.charAt(first - 1) === '\\') first -= 1;
  return index - first;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charAt(at))) at += 1;
  return at;
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}

function isClosing(character: string): boolean {
  return character === '}' || character === ']';
}

function isStructure(character: string): boolean {
  return isSpace(character) || '{}[],:"'.includes(character);
}
