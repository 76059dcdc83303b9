import { describe, expect, it } from 'vitest';
import { newsSearch } from '../../../src/contract/news.ts';
import { parseFieldText } from '../../../src/contract/text.ts';

describe('text values', () => {
  it('become numbers where the field takes one', () => {
    expect(parseFieldText(newsSearch, { query: '10', limit: '10' })).toEqual({
      query: '10',
      limit: 10,
    });
  });

  it.each(['1e3', '0x10', '1.0', '', ' 1', '+1', '9'.repeat(16)])(
    'stay text when they are no plain decimal: %j',
    (limit) => {
      expect(parseFieldText(newsSearch, { limit })).toEqual({ limit });
    },
  );
});
