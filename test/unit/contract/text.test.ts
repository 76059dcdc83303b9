import { describe, expect, it } from 'vitest';
import { newsSearch } from '../../../src/contract/news.ts';
import { parseFieldText } from '../../../src/contract/text.ts';

describe('text values of fields', () => {
  it('become integers if the field is one', () => {
    expect(parseFieldText(newsSearch, { query: '10', limit: '10' })).toEqual({
      query: '10',
      limit: 10,
    });
  });

  it.each(['1e3', '0x10', '1.0', '', ' 1', '+1', '9'.repeat(16)])(
    'stay text if they are not decimal integers: %j',
    (limit) => {
      expect(parseFieldText(newsSearch, { limit })).toEqual({ limit });
    },
  );
});
