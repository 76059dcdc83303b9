import { describe, expect, it } from 'vitest';
import { jsonExcess } from '../../../src/node/json-bounds.ts';

const excess = (text: string, bounds = { maxDepth: 3, maxValues: 5 }) =>
  jsonExcess(Buffer.from(text), bounds);

describe('jsonExcess', () => {
  it.each(['', '"text"', '[[[]]]', '{"a":{"b":{}}}', '[1,2,3,4,5]', '[[],[]]', '{"a":1,"b":[2]}'])(
    'accepts %s',
    (text) => {
      expect(excess(text)).toBeUndefined();
    },
  );

  it.each(['[[[[]]]]', '{"a":{"b":[{}]}}', '[[[[', '[1,[2,{"a":[3]}]]'])(
    'rejects the depth of %s',
    (text) => {
      expect(excess(text)).toBe('has more than 3 levels');
    },
  );

  it.each(['[1,2,3,4,5,6]', '[[],[],[],[]]', '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', ',,,,,,'])(
    'rejects the number of values of %s',
    (text) => {
      expect(excess(text)).toBe('has more than 5 values');
    },
  );

  it.each(['"[[[[,,,,,,"', String.raw`"\"[[[[,,,,,,"`, String.raw`"[[[[,,,,,,\\\"`, '"[[[['])(
    'ignores the content of strings: %s',
    (text) => {
      expect(excess(text)).toBeUndefined();
    },
  );

  it('counts the levels and values of a string of characters', () => {
    expect(jsonExcess('["é",[[[', { maxDepth: 3, maxValues: 5 })).toBe('has more than 3 levels');
  });

  it('continues after a string that ends with a backslash', () => {
    expect(excess(String.raw`["\\",[[[`)).toBe('has more than 3 levels');
  });

  it('accepts a text of exactly the maximum', () => {
    const bounds = { maxDepth: 32, maxValues: 32 };
    expect(excess('['.repeat(32), bounds)).toBeUndefined();
    expect(excess('['.repeat(33), bounds)).toBe('has more than 32 levels');
  });
});
