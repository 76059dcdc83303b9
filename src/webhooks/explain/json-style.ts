/** How a library serializes JSON. */
export interface JsonStyle {
  /** Human-readable description. */
  readonly name: string;
  readonly comma: string;
  readonly colon: string;
  /** White space per level (default: everything on one line). */
  readonly indent?: string;
  /** Whether keys are sorted (default: no). */
  readonly sorted?: boolean;
  /** Which characters are escaped besides those that JSON requires (default: none). */
  readonly escapes?: 'ascii' | 'html' | 'slashes';
}

const compact = { comma: ',', colon: ':' };
const spaced = { comma: ', ', colon: ': ' };
const indented = { comma: ',', colon: ': ' };

/** The styles of common libraries. */
export const jsonStyles: readonly JsonStyle[] = [
  { name: 'compact (JSON.stringify)', ...compact },
  { name: 'spaced (Python json.dumps)', ...spaced, escapes: 'ascii' },
  { name: 'spaced, not escaped (Python ensure_ascii=False)', ...spaced },
  { name: 'compact, escaped to ASCII', ...compact, escapes: 'ascii' },
  { name: 'compact, HTML-escaped (Go encoding/json)', ...compact, escapes: 'html' },
  { name: 'compact, slashes escaped (PHP json_encode)', ...compact, escapes: 'slashes' },
  { name: 'indented by 2', ...indented, indent: '  ' },
  { name: 'indented by 4', ...indented, indent: '    ' },
  { name: 'indented by a tab', ...indented, indent: '\t' },
  { name: 'indented by 2, escaped to ASCII', ...indented, indent: '  ', escapes: 'ascii' },
  { name: 'compact, keys sorted', ...compact, sorted: true },
  { name: 'spaced, keys sorted (Python sort_keys)', ...spaced, sorted: true, escapes: 'ascii' },
  { name: 'compact, keys sorted, escaped to ASCII', ...compact, sorted: true, escapes: 'ascii' },
  { name: 'indented by 2, keys sorted', ...indented, indent: '  ', sorted: true },
];

/** Serializes a parsed JSON value in a style. */
export function writeJson(value: unknown, style: JsonStyle, depth = 0): string {
  if (typeof value === 'string') return writeText(value, style);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((item) => writeJson(item, style, depth + 1))
    : entriesOf(value, style).map(
        ([key, item]) =>
          `${writeText(key, style)}${style.colon}${writeJson(item, style, depth + 1)}`,
      );
  if (members.length === 0) return `${open}${close}`;
  const { indent, comma } = style;
  if (indent === undefined) return `${open}${members.join(comma)}${close}`;
  const line = (level: number) => `\n${indent.repeat(level)}`;
  return `${open}${line(depth + 1)}${members.join(`${comma}${line(depth + 1)}`)}${line(depth)}${close}`;
}

function entriesOf(value: object, { sorted }: JsonStyle): [string, unknown][] {
  const entries = Object.entries(value);
  if (sorted) entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return entries;
}

function writeText(text: string, { escapes }: JsonStyle): string {
  const json = JSON.stringify(text);
  if (escapes === 'slashes') return asciiOnly(json).replaceAll('/', '\\/');
  if (escapes === 'ascii') return asciiOnly(json);
  if (escapes === 'html') return json.replace(/[<>&\u2028\u2029]/g, escaped);
  return json;
}

function asciiOnly(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
