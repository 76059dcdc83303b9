import { describe, expect, it } from 'vitest';
import { jsonStyles, writeJson } from '../../../../src/webhooks/explain/json-style.ts';

const value = { b: [1, { c: null }], a: 'é/<b>&\u2028"', e: [], o: {} };

it.each([
  ['compact (JSON.stringify)', JSON.stringify(value)],
  [
    'spaced (Python json.dumps)',
    String.raw`{"b": [1, {"c": null}], "a": "\u00e9/<b>&\u2028\"", "e": [], "o": {}}`,
  ],
  [
    'spaced, not escaped (Python ensure_ascii=False)',
    '{"b": [1, {"c": null}], "a": "é/<b>&\u2028\\"", "e": [], "o": {}}',
  ],
  [
    'compact, escaped to ASCII',
    String.raw`{"b":[1,{"c":null}],"a":"\u00e9/<b>&\u2028\"","e":[],"o":{}}`,
  ],
  [
    'compact, HTML-escaped (Go encoding/json)',
    String.raw`{"b":[1,{"c":null}],"a":"é/\u003cb\u003e\u0026\u2028\"","e":[],"o":{}}`,
  ],
  [
    'compact, slashes escaped (PHP json_encode)',
    String.raw`{"b":[1,{"c":null}],"a":"\u00e9\/<b>&\u2028\"","e":[],"o":{}}`,
  ],
  ['indented by 2', JSON.stringify(value, null, 2)],
  ['indented by 4', JSON.stringify(value, null, 4)],
  ['indented by a tab', JSON.stringify(value, null, '\t')],
  [
    'indented by 2, escaped to ASCII',
    JSON.stringify(value, null, 2).replace('é', '\\u00e9').replace('\u2028', '\\u2028'),
  ],
  ['compact, keys sorted', '{"a":"é/<b>&\u2028\\"","b":[1,{"c":null}],"e":[],"o":{}}'],
  [
    'spaced, keys sorted (Python sort_keys)',
    String.raw`{"a": "\u00e9/<b>&\u2028\"", "b": [1, {"c": null}], "e": [], "o": {}}`,
  ],
  [
    'compact, keys sorted, escaped to ASCII',
    String.raw`{"a":"\u00e9/<b>&\u2028\"","b":[1,{"c":null}],"e":[],"o":{}}`,
  ],
  [
    'indented by 2, keys sorted',
    JSON.stringify({ a: value.a, b: value.b, e: value.e, o: value.o }, null, 2),
  ],
])('writes JSON %s', (name, text) => {
  const style = jsonStyles.find((each) => each.name === name);
  expect(style && writeJson(value, style)).toBe(text);
});

describe('writeJson', () => {
  it('escapes keys as it does values', () => {
    expect(writeJson({ é: true }, { name: '', escapes: 'ascii' })).toBe(
      String.raw`{"\u00e9":true}`,
    );
  });

  it('adds spaces only between tokens', () => {
    const text = 'a,b:"c\\",';
    expect(writeJson({ [text]: [text, 1] }, { name: '', spaced: true })).toBe(
      `{${JSON.stringify(text)}: [${JSON.stringify(text)}, 1]}`,
    );
  });

  it('escapes DEL and both halves of an astral character', () => {
    const style = { name: '', escapes: 'ascii' } as const;
    expect(writeJson('~\u007f😀', style)).toBe(String.raw`"~\u007f\ud83d\ude00"`);
  });
});
