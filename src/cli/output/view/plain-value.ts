import { compactJson } from '../json-text.ts';

/**
 * A JSON value as plain text: a string without quotes and escapes, a number or `true` as sent, an object
 * or array as JSON on one line, and nothing for `null`. It is not safe on a terminal yet.
 */
export function plainValue(json: string): string {
  if (json === 'null') return '';
  return json.startsWith('"') ? (JSON.parse(json) as string) : compactJson(json);
}
