import { elementsOf } from '../json-parts.ts';
import { escapeText } from '../json-text.ts';
import { localTime } from './local-time.ts';
import { plainValue } from './plain-value.ts';

export interface CellOptions {
  /** Replaces the secrets in a text, before a part of it is cut off. */
  redact(text: string): string;
  /** Shows times for people: in the time zone of this process or in UTC. Default: as sent. */
  times?: { utc: boolean } | undefined;
}

/** The text of a JSON value in a table: safe on a terminal, but it may have line breaks. */
export function cellText(json: string | undefined, { redact, times }: CellOptions): string {
  if (json === undefined) return '';
  const text = redact(listText(json) ?? plainValue(json));
  return escapeText((times ? localTime(text, times) : text).replace(/\r\n?/g, '\n'));
}

/** The texts and numbers of an array, separated by commas; `undefined` for any other value. */
function listText(json: string): string | undefined {
  if (!json.startsWith('[')) return undefined;
  const elements = elementsOf(json);
  return elements.some((each) => /^[[{]/.test(each))
    ? undefined
    : elements.map(plainValue).join(', ');
}
