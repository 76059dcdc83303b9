import { describe, expect, it } from 'vitest';
import { monitorsCreate } from '../../../src/contract/monitors.ts';
import { newsSearch } from '../../../src/contract/news.ts';
import { parseFieldText } from '../../../src/contract/parse-field-text.ts';

describe('text values of fields', () => {
  it('become integers if the field is one', () => {
    expect(parseFieldText(newsSearch, { query: '10', limit: '10' })).toEqual({
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
    const operation = name === 'limit' ? newsSearch : monitorsCreate;
    expect(parseFieldText(operation, { [name]: text })).toEqual({ [name]: value });
  });

  it('of unknown fields stay', () => {
    expect(parseFieldText(newsSearch, { page: '2' })).toStrictEqual({ page: '2' });
  });

  it.each(['1e3', '0x10', '1.0', '', ' 1', '+1', '1x', '9'.repeat(16)])(
    'stay text if they are not decimal integers: %j',
    (limit) => {
      expect(parseFieldText(newsSearch, { limit })).toEqual({ limit });
    },
  );
});
