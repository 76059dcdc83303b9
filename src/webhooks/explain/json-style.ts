/** How a library serializes JSON. */
export interface JsonStyle {
  /** Human-readable description. */
  readonly name: string;
  /** Whitespace per level (default: everything on one line). */
  readonly indent?: string;
  /** Whether a space follows each comma and colon (default: no). */
  readonly spaced?: boolean;
  /** Whether keys are sorted (default: no). */
  readonly sorted?: boolean;
  /** Which characters are escaped besides those that JSON requires (default: none). */
  readonly escapes?: 'ascii' | 'html' | 'slashes';
}

/** The styles of common libraries. */
export const jsonStyles: readonly JsonStyle[] = [
  { name: 'compact (JSON.stringify)' },
  { name: 'spaced (Python json.dumps)', spaced: true, escapes: 'ascii' },
  { name: 'spaced, not escaped (Python ensure_ascii=False)', spaced: true },
  { name: 'compact, escaped to ASCII', escapes: 'ascii' },
  { name: 'compact, HTML-escaped (Go encoding/json)', escapes: 'html' },
  { name: 'compact, slashes escaped (PHP json_encode)', escapes: 'slashes' },
  { name: 'indented by 2', indent: '  ' },
  { name: 'indented by 4', indent: '    ' },
  { name: 'indented by a tab', indent: '\t' },
  { name: 'indented by 2, escaped to ASCII', indent: '  ', escapes: 'ascii' },
  { name: 'compact, keys sorted', sorted: true },
  { name: 'spaced, keys sorted (Python sort_keys)', spaced: true, sorted: true, escapes: 'ascii' },
  { name: 'compact, keys sorted, escaped to ASCII', sorted: true, escapes: 'ascii' },
  { name: 'indented by 2, keys sorted', indent: '  ', sorted: true },
];

/** Serializes a parsed JSON value in a style. */
export function writeJson(value: unknown, style: JsonStyle): string {
  const json = JSON.stringify(value, style.sorted ? sortKeys : undefined, style.indent);
  return escapeText(style.spaced ? addSpaces(json) : json, style.escapes);
}

/** A replacer for `JSON.stringify`. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function addSpaces(json: string): string {
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|[,:]/g, (token) =>
    token.length === 1 ? `${token} ` : token,
  );
}

/** Escapes the whole text: characters that need it only occur inside strings. */
function escapeText(json: string, escapes: JsonStyle['escapes']): string {
  if (escapes === 'html') return json.replace(/[<>&\u2028\u2029]/g, unicodeEscape);
  const text = escapes === 'slashes' ? json.replaceAll('/', '\\/') : json;
  return escapes ? text.replace(/[\u007f-\uffff]/g, unicodeEscape) : text;
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
