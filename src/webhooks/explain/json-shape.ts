/** The structure of a JSON text. */
export interface JsonShape {
  /** Maximum number of open objects and arrays. */
  readonly depth: number;
  /** Number of levels by which all lines together are indented, if each member is on its own line. */
  readonly indentation: number;
  /** Whether the text ends within a string, an object or an array. */
  readonly isCut: boolean;
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;

/**
 * Counts the structure of a text from outside without parsing it: one pass, no recursion, no copies.
 * A text that is not JSON has the shape of its brackets and quotes.
 */
export function jsonShape(text: string): JsonShape {
  let depth = 0;
  let maxDepth = 0;
  let indentation = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      index = endOfString(text, index);
      if (index === text.length) return { depth: maxDepth, indentation, isCut: true };
    }
    const step = depthStep(code);
    depth = Math.max(0, depth + step);
    maxDepth = Math.max(maxDepth, depth);
    if (step !== 0 || code === comma) indentation += depth;
  }
  return { depth: maxDepth, indentation, isCut: depth > 0 };
}

/** The index of the closing quote; the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) return index;
    if (code === backslash) index += 1;
  }
  return text.length;
}

/** 1 for `[` and `{`, -1 for `]` and `}`. */
function depthStep(code: number): number {
  if (code === 0x5b || code === 0x7b) return 1;
  return code === 0x5d || code === 0x7d ? -1 : 0;
}
