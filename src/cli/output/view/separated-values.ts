import { escapeText } from '../json-text.ts';
import { plainValue } from './plain-value.ts';

/** A record of JSON values, each as it was sent; `undefined` for a field that is absent. */
export type Row = readonly (string | undefined)[];

/**
 * A record of RFC 4180 that ends with a line feed. `null` is nothing, and an empty string is `""`.
 * Formulas are not disarmed, because that would change values.
 */
export function csvRecord(row: Row): string {
  return `${row.map(csvField).join(',')}\n`;
}

function csvField(json = 'null'): string {
  if (json === '""') return json;
  const text = plainValue(json).split('\r\n').map(escapeText).join('\r\n');
  return /[",\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of fields between tabs. In a field, `\\`, `\t`, `\n` and `\r` are escapes. */
export function tsvRecord(row: Row): string {
  return `${row.map(tsvField).join('\t')}\n`;
}

const tsvEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

function tsvField(json = 'null'): string {
  return escapeText(plainValue(json).replace(/[\\\t\n\r]/g, (found) => tsvEscapes[found] ?? ''));
}
