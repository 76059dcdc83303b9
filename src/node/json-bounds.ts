/** Bounds of a JSON text that are checked before it is parsed. */
export interface JsonBounds {
  /** Maximum number of objects and arrays inside each other; 1 allows `{}` and `[1]`. */
  maxDepth: number;
  /** Maximum number of values at every level, counted as the objects, arrays and commas. */
  maxValues: number;
}

const quote = 0x22;
const backslash = 0x5c;

/** How a byte outside of strings changes the depth, and how many values it begins at most. */
const depthChanges = new Int8Array(256);
const valueCounts = new Uint8Array(256);
const encoder = new TextEncoder();
for (const open of encoder.encode('{[')) depthChanges[open] = valueCounts[open] = 1;
for (const close of encoder.encode('}]')) depthChanges[close] = -1;
for (const comma of encoder.encode(',')) valueCounts[comma] = 1;

/**
 * Checks a JSON text in one pass, so that code that parses or visits it may recurse. The text need
 * not be valid JSON.
 *
 * @returns the bound that it exceeds, such as `has more than 32 levels`; `undefined` if there is none
 */
export function jsonExcess(json: string | Uint8Array, bounds: JsonBounds): string | undefined {
  const { maxDepth, maxValues } = bounds;
  // Each level and each value takes at least one character.
  if (json.length <= Math.min(maxDepth, maxValues)) return undefined;
  const text = typeof json === 'string' ? encoder.encode(json) : json;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === quote) at = endOfString(text, at);
    depth += depthChanges[byte] ?? 0;
    values += valueCounts[byte] ?? 0;
    if (depth > maxDepth) return `has more than ${maxDepth} levels`;
    if (values > maxValues) return `has more than ${maxValues} values`;
  }
  return undefined;
}

/** The index of the closing quote of a string, or of the end of the text. */
function endOfString(text: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1;
  return at;
}
