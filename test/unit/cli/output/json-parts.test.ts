import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  elementsOf,
  elementsUnder,
  membersOf,
  replaceMembers,
} from '../../../../src/cli/output/json-parts.ts';

describe('replaced members', () => {
  const values = new Map([
    ['a', '[1]'],
    ['b"', 'null'],
  ]);
  it.each([
    ['{}', '{}'],
    ['{"a":2}', '{"a":[1]}'],
    [' {\n"a" : {"a": [3, {}]} ,"c":{"a":1}}\n', ' {\n"a" :[1],"c":{"a":1}}\n'],
    ['{"x":"{\\"a\\":1,","b\\"":true,"a":[]}', '{"x":"{\\"a\\":1,","b\\"":null,"a":[1]}'],
  ])('of %s have the new values; all else is unchanged', (json, expected) => {
    expect(replaceMembers(json, values)).toBe(expected);
  });
});

describe('the elements of an array', () => {
  it.each([
    ['{"alerts":[]}', []],
    ['{}', []],
    ['{"alerts":{"a":[1]}}', []],
    ['{"alerts":[1.50,"],",{"a":[2]},[]]}', ['1.50', '"],"', '{"a":[2]}', '[]']],
    ['\n { "x" : [ {"alerts":[0]} ] ,\t"alerts" : [ 1 ,\n-0E9 ] , "y":null } ', ['1', '-0E9']],
    ['{"\\u0061lerts":[true],"t":"\\"alerts\\":[1]"}', ['true']],
    ['{"alerts":[1],"alerts":[2]}', ['2']],
  ])('are unchanged: %s', (json, elements) => {
    expect(elementsUnder(json, 'alerts')).toEqual(elements);
  });
});

describe('parts of JSON', () => {
  it.each([
    ['{}', {}],
    ['[1]', {}],
    [
      ' { "a" :\n1.50 , "b\\"" : {"a":[2, 3]},"":[ ]} ',
      { a: '1.50', 'b"': '{"a":[2, 3]}', '': '[ ]' },
    ],
    ['{"a":1,"a":2}', { a: '2' }],
    ['{"__proto__":1}', JSON.parse('{"__proto__":"1"}')],
  ])('of an object are its values: %s', (json, members) => {
    expect(Object.fromEntries(membersOf(json))).toEqual(members);
  });
});

it('any object and array is divided into parts with the same values', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(2), (value, indent) => {
      const array = JSON.stringify([value, value], null, indent);
      expect(elementsOf(array).map((each) => JSON.parse(each))).toEqual([value, value].map(sent));
      const members = membersOf(JSON.stringify({ value }, null, indent));
      expect(JSON.parse(members.get('value') ?? '')).toEqual(sent(value));
    }),
  );
});

/** -0 is sent as 0. */
const sent = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
