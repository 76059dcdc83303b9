import { describe, expect, it } from 'vitest';
import {
  compactJson,
  escapeControls,
  escapeText,
  indentJson,
} from '../../../../src/cli/output/json-text.ts';

describe('indented JSON', () => {
  it.each([
    '{}',
    '[]',
    '[{},[]]',
    '{"a":1,"b":[true,null,"x"]}',
    '{"a":{"b":{"c":[1,[2,[3]]]}}}',
    '"only text"',
    '12.50',
    '{"quote\\"d":"back\\\\slash\\\\","brackets":"{[,:]}"}',
  ])('equals the output of JSON.stringify: %s', (json) => {
    const sameNumbers = json.includes('12.50') ? json : JSON.stringify(JSON.parse(json), null, 2);
    expect(indentJson(json)).toBe(sameNumbers);
  });

  it('keeps numbers, key order, repeated keys and escapes unchanged', () => {
    const json = '{"b":12345678901234567890.10,"a":1E400,"a":-0,"t":"\\u00e9\\/"}';
    expect(indentJson(json).replace(/\n\s*/g, '').replaceAll(': ', ':')).toBe(json);
  });

  it('removes whitespace between tokens but not in strings', () => {
    expect(indentJson(' { "a" :\r\n [ 1 , "x  y" ] }\t')).toBe(
      '{\n  "a": [\n    1,\n    "x  y"\n  ]\n}',
    );
  });

  it('limits the indentation of deep structures', () => {
    const deep = `${'['.repeat(10_000)}1${']'.repeat(10_000)}`;
    const text = indentJson(deep);
    expect(text.length).toBeLessThan(deep.length * 2);
    expect(text.replace(/\s/g, '')).toBe(deep);
  });

  it('escapes terminal controls without changing the value', () => {
    const text = '"\u009b31m \u202e gnp.exe \u2066 \u007f \u2028"';
    expect(escapeControls(text)).toBe('"\\u009b31m \\u202e gnp.exe \\u2066 \\u007f \\u2028"');
    expect(JSON.parse(escapeControls(text))).toBe(JSON.parse(text));
  });

  it('escapes control characters in plain text except line feeds', () => {
    expect(escapeText('a\u001b]0;title\u0007\n\tb')).toBe('a\\u001b]0;title\\u0007\n\tb');
  });

  it('does not escape other scripts and emoji', () => {
    expect(escapeControls('"Größe 東京 😀"')).toBe('"Größe 東京 😀"');
  });
});

it('compact JSON has the same value', () => {
  const json = '{\r\n\t"a": 1,\n\n  "b": "two  \\n lines"\n}\n';
  expect(compactJson(json)).toBe('{"a":1,"b":"two  \\n lines"}');
  expect(JSON.parse(compactJson(json))).toEqual(JSON.parse(json));
});

it('JSON with millions of escapes in a string can be compacted', () => {
  const json = `["${'\\n'.repeat(3_000_000)}"]`;
  expect(compactJson(`${json}\n`)).toHaveLength(json.length);
});
