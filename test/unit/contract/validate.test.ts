import { describe, expect, it } from 'vitest';
import { alerts } from '../../../src/contract/alerts.ts';
import { delivery } from '../../../src/contract/delivery.ts';
import { fieldsOf } from '../../../src/contract/field.ts';
import { monitors } from '../../../src/contract/monitors.ts';
import { news } from '../../../src/contract/news.ts';
import { operationList } from '../../../src/contract/operations.ts';
import { usage } from '../../../src/contract/usage.ts';
import { validate } from '../../../src/contract/validate.ts';

const limitMessage = 'must be a whole number from 1 to 100';
const timeMessage = expect.stringContaining('must be an RFC 3339 time with a zone');

describe('validation', () => {
  it('returns valid input', () => {
    expect(validate(news.search, { query: 'cocoa', limit: 5 })).toEqual({
      input: { query: 'cocoa', limit: 5 },
    });
  });

  it.each([
    ['the bounds of limit', news.search, { query: 'x', limit: 1 }],
    ['the bounds of limit', news.search, { query: 'x', limit: 100 }],
    ['a text of the maximum length', news.search, { query: 'x'.repeat(10_000) }],
    ['a pair of surrogates', news.search, { query: '🐟' }],
    ['an id with dots', news.get, { id: '.a' }],
    ['an id of three dots', news.get, { id: '...' }],
    ['null for all monitors', delivery.set, { channel_id: 'x', monitor_id: null, name: null }],
    ['null for on demand', monitors.create, { prompt: 'x', every_minutes: null }],
  ])('accepts %s', (_, operation, input) => {
    expect(validate(operation, input)).toEqual({ input });
  });

  it.each(['since', 'until'])('normalizes the time %s to UTC', (field) => {
    expect(validate(alerts.list, { [field]: '2026-11-20 09:30:00.1239+01:00' })).toEqual({
      input: { [field]: '2026-11-20T08:30:00.123Z' },
    });
  });

  it.each(operationList)('of $name takes null as absent in optional fields', (operation) => {
    const optional = fieldsOf(operation).filter(({ required, nullable }) => !required && !nullable);
    const nulls = Object.fromEntries(optional.map(({ name }) => [name, null]));
    expect(validate(operation, { ...nulls, unknown: null })).toEqual(
      validate(operation, { unknown: null }),
    );
  });

  it('refuses null in a required or unknown field', () => {
    expect(validate(news.search, { query: null, page: null })).toMatchObject({
      issues: [{ field: 'query' }, { field: 'page' }],
    });
  });

  it.each(
    operationList.flatMap((operation) =>
      fieldsOf(operation)
        .filter(({ kind }) => kind === 'text' || kind === 'list')
        .map((field) => ({ operation, field, name: `${operation.name} ${field.name}` })),
    ),
  )('checks the length of $name first, and nothing else of a long text', ({ operation, field }) => {
    const text = '\0'.repeat(20_000);
    const result = validate(operation, { [field.name]: field.kind === 'list' ? [text] : text });
    const issues = 'issues' in result ? result.issues : [];
    expect(issues.filter((issue) => issue.field === field.name)).toHaveLength(1);
  });

  it('reports at most 20 problems', () => {
    const input = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`page${at}`, at]));
    expect(validate(usage, input)).toMatchObject({ issues: { length: 20 } });
  });

  it.each([
    ['a missing query', news.search, {}, 'query', 'is required'],
    ['an empty query', news.search, { query: ' \n' }, 'query', 'must not be empty'],
    ['a query that is not text', news.search, { query: 7 }, 'query', 'must be text'],
    [
      'a query that is too long',
      news.search,
      { query: 'x'.repeat(10_001) },
      'query',
      'must be at most 10000 characters',
    ],
    ['limit 0', news.search, { query: 'x', limit: 0 }, 'limit', limitMessage],
    ['limit 101', news.search, { query: 'x', limit: 101 }, 'limit', limitMessage],
    ['limit 1.5', news.search, { query: 'x', limit: 1.5 }, 'limit', limitMessage],
    ['limit as text', news.search, { query: 'x', limit: '5' }, 'limit', limitMessage],
    [
      'hours_ago 8761',
      news.search,
      { query: 'x', hours_ago: 8761 },
      'hours_ago',
      'must be a whole number from 1 to 8760',
    ],
    [
      'a reversed range',
      news.latest,
      { since: '2026-11-20T00:00:00+01:00', until: '2026-11-19T22:59:59.999Z' },
      'since',
      'must not be after until',
    ],
    [
      'a start given twice',
      news.search,
      { query: 'x', hours_ago: 24, since: '2026-11-20T00:00:00Z' },
      'since',
      'cannot be combined with hours_ago',
    ],
    [
      'an unknown field',
      news.search,
      { query: 'x', page: 2 },
      'page',
      'is unknown; known fields: query, hours_ago, limit, since, until, cursor',
    ],
    [
      'an unknown platform',
      delivery.connect,
      { platform: 'email', webhook_url: 'https://a.example' },
      'platform',
      'must be one of: webhook',
    ],
    [
      'an unknown choice of several',
      monitors.create,
      { prompt: 'x', execution: 'fast' },
      'execution',
      'must be one of: standard, agentic',
    ],
    ['a time without a zone', alerts.list, { since: '2026-11-20T09:30:00' }, 'since', timeMessage],
    ['a date without a time', alerts.list, { since: '2026-11-20' }, 'since', timeMessage],
    [
      'a day that does not exist',
      alerts.list,
      { since: '2026-02-30T00:00:00Z' },
      'since',
      timeMessage,
    ],
    [
      'NUL in a text',
      news.search,
      { query: 'a\0b' },
      'query',
      'must not contain NUL or lone surrogates',
    ],
    [
      'half a surrogate pair',
      news.search,
      { query: 'a\ud800' },
      'query',
      'must not contain NUL or lone surrogates',
    ],
    [
      'an unknown field of an operation without fields',
      usage,
      { page: 2 },
      'page',
      'is unknown; known fields: none',
    ],
    [
      'a boolean as text',
      monitors.create,
      { prompt: 'x', on_demand: 'yes' },
      'on_demand',
      'must be true or false',
    ],
    ['an id of dots', news.get, { id: '..' }, 'id', 'must not be . or ..'],
    ['input that is not an object', news.search, [], '', 'must be a JSON object'],
  ])('names the invalid field: %s', (_, operation, input, field, message) => {
    expect(validate(operation, input)).toEqual({ issues: [{ field, message }] });
  });
});
