/** A member of an object or an element of an array, as a range of the text. */
export interface JsonPart {
  /** The name of a member. */
  readonly name: string | undefined;
  readonly start: number;
  readonly end: number;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * The parts of an object or array, in order and with repeated names. Parsing and serializing would
 * change them: large numbers, for example.
 *
 * @param text valid JSON
 * @param start where the object or array begins
 */
export function partsOf(text: string, start: number): JsonPart[] {
  const parts: JsonPart[] = [];
  const isObject = text[start] === '{';
  let at = skip(text, start + 1);
  while (at < text.length && !isClosing(text[at])) {
    let name: string | undefined;
    if (isObject) {
      const end = endOfValue(text, at);
      name = String(JSON.parse(text.slice(at, end)));
      at = skip(text, end);
    }
    const end = endOfValue(text, at);
    parts.push({ name, start: at, end });
    at = skip(text, end);
  }
  return parts;
}

/** Where the value of a text begins. */
export function startOfValue(text: string): number {
  return skip(text, 0);
}

/** Line breaks in JSON are only between tokens. */
export function onOneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').trim();
}

function isClosing(char: string | undefined): boolean {
  return char === ']' || char === '}';
}

/** The next index that is not a space, comma or colon. */
function skip(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\r\n,:'.includes(text.charAt(at))) at += 1;
  return at;
}

/** The index after a value. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    if ('{['.includes(text.charAt(at))) depth += 1;
    else if (isClosing(text[at])) depth -= 1;
    at = endOfToken(text, at);
  } while (depth > 0 && at < text.length);
  return at;
}

/** The index after a string, number, word or single character. */
function endOfToken(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  let at = start + 1;
  if (isDelimiter(text, start)) return at;
  while (at < text.length && !isDelimiter(text, at)) at += 1;
  return at;
}

function isDelimiter(text: string, at: number): boolean {
  return ' \t\r\n,:[]{}'.includes(text.charAt(at));
}

/** The index after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) {
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  }
  return at + 1;
}
