import { endOfString } from '../json-tokens.ts';

/** The start of a string, or a number, `true`, `false` or `null`. */
const values = /"|[-+.\w]+/g;

/** Codes that start a color; `end` is the default color. */
const colors = {
  key: '\u001b[34m',
  string: '\u001b[32m',
  number: '\u001b[36m',
  word: '\u001b[35m',
};
const end = '\u001b[39m';

/** Colors the values of JSON for a terminal. Everything else stays as it is. */
export function colorJson(json: string): string {
  const pattern = new RegExp(values);
  let colored = '';
  let copiedEnd = 0;
  for (let match = pattern.exec(json); match !== null; match = pattern.exec(json)) {
    const start = match.index;
    if (match[0] === '"') pattern.lastIndex = endOfString(json, start);
    const value = json.slice(start, pattern.lastIndex);
    colored +=
      json.slice(copiedEnd, start) + colors[kindOf(value, json[pattern.lastIndex])] + value + end;
    copiedEnd = pattern.lastIndex;
  }
  return colored + json.slice(copiedEnd);
}

/** @param next the character after the value: a colon after a key */
function kindOf(value: string, next: string | undefined): keyof typeof colors {
  if (value.startsWith('"')) return next === ':' ? 'key' : 'string';
  return /^[-\d]/.test(value) ? 'number' : 'word';
}
