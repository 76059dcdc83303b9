import { isClosing, isOpening, replaceTokens } from './json-tokens.ts';

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
  return escapeControls(text.replace(/[^\n\t -\uffff]/g, escaped));
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
