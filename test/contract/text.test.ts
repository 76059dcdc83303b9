import { describe, expect, it } from 'vitest';
import { search } from '../../src/contract/news.ts';
import { fromText } from '../../src/contract/text.ts';

describe('text values', () => {
  it('become numbers where the field takes one', () => {
    expect(fromText(search, { query: '10', limit: '10' })).toEqual({ query: '10', limit: 10 });
  });

  it.each(['1e3', '0x10', '1.0', '', ' 1', '+1', '9'.repeat(16)])(
    'stay text when they are no plain decimal: %j',
    (limit) => {
      expect(fromText(search, { limit })).toEqual({ limit });
    },
  );
});
