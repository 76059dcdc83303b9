import { describe, expect, it } from 'vitest';
import { monitors } from '../../../src/contract/monitors.ts';
import { news } from '../../../src/contract/news.ts';
import { parseFieldText } from '../../../src/contract/parse-field-text.ts';

describe('text values of fields', () => {
  it('become integers if the field is one', () => {
    expect(parseFieldText(news.search, { query: '10', limit: '10' })).toEqual({
      query: '10',
      limit: 10,
    });
  });

  it.each([
    ['limit', '-10', -10],
    ['limit', '123456789012345', 123456789012345],
    ['every_minutes', '30', 30],
    ['on_demand', 'true', true],
    ['on_demand', 'false', false],
    ['on_demand', 'yes', 'yes'],
    ['on_demand', 'TRUE', 'TRUE'],
    ['prompt', 'true', 'true'],
  ])('are converted by kind: %s=%s', (name, text, value) => {
    const operation = name === 'limit' ? news.search : monitors.create;
    expect(parseFieldText(operation, { [name]: text })).toEqual({ [name]: value });
  });

  it('of unknown fields stay', () => {
    expect(parseFieldText(news.search, { page: '2' })).toStrictEqual({ page: '2' });
  });

  it.each(['1e3', '0x10', '1.0', '', ' 1', '+1', '1x', '9'.repeat(16)])(
    'stay text if they are not decimal integers: %j',
    (limit) => {
      expect(parseFieldText(news.search, { limit })).toEqual({ limit });
    },
  );
});
