import { describe, expect, it } from 'vitest';
import { parseNewsItem } from '../../../../../src/server/feeds/item/parse-news-item.ts';
import type { NewsItemRecord } from '../../../../../src/server/store/store.ts';

const item = (record: unknown): NewsItemRecord => {
  const parsed = parseNewsItem(record);
  if ('rejected' in parsed) throw new Error(parsed.rejected);
  return parsed;
};
const reason = (record: unknown) => {
  const parsed = parseNewsItem(record);
  return 'rejected' in parsed ? parsed.rejected : undefined;
};

describe('parseNewsItem', () => {
  it('reads all fields', () => {
    const record = {
      id: 'item-1',
      title: 'A title',
      description: 'What happened',
      url: 'https://example.com/1',
      publication_date: '2024-05-06T07:08:09Z',
      body: 'All of it',
      source: 'The Paper',
      unknown: { ignored: true },
    };
    expect(item(record)).toEqual({
      id: 'item-1',
      title: 'A title',
      description: 'What happened',
      url: 'https://example.com/1',
      publication_date: Date.UTC(2024, 4, 6, 7, 8, 9),
      body: 'All of it',
      source: 'The Paper',
    });
  });

  it('requires only a title', () => {
    expect(item({ title: 'Alone', url: null, publication_date: null, body: ' ' })).toEqual({
      id: expect.stringMatching(/^item_[0-9a-f]{20}$/),
      title: 'Alone',
      description: '',
      url: null,
      publication_date: null,
      body: null,
      source: null,
    });
  });

  it('derives a missing description from the body', () => {
    const { description } = item({ title: 'T', body: 'word '.repeat(200) });
    expect(description).toMatch(/^(word )+word…$/);
    expect(description.length).toBeLessThanOrEqual(300);
    expect(description.length).toBeGreaterThan(290);
  });

  it('drops a link that is not http(s)', () => {
    expect(item({ title: 'T', url: 'javascript:alert(1)' }).url).toBeNull();
  });

  it('limits the length of texts', () => {
    const long = '😀'.repeat(100_000);
    const { title, description, body, source } = item({
      title: `a${long}`,
      description: `a${long}`,
      body: `a${long}`,
      source: `a${long}`,
    });
    const lengths = [title, description, body, source].map((text) => text?.length);
    expect(lengths).toEqual([999, 1999, 99_999, 199]);
  });

  it('uses a long description as the body too', () => {
    const article = 'word '.repeat(1000).trim();
    expect(item({ title: 'T', description: article }).body).toBe(article);
    expect(item({ title: 'T', description: 'short' }).body).toBeNull();
  });
});

describe('the id of an item', () => {
  it('is the given id as a string', () => {
    expect(item({ title: 'T', id: 17 }).id).toBe('17');
    expect(item({ title: 'T', id: '9007199254740993' }).id).toBe('9007199254740993');
    expect(item({ title: 'T', id: Number.MAX_SAFE_INTEGER }).id).toBe('9007199254740991');
  });

  it('may be an integer in any JSON notation', () => {
    const notations = ['1000', '1e3', '1000.0', '1E+3'];
    const ids = notations.map((id) => item(JSON.parse(`{"title":"T","id":${id}}`)).id);
    expect(new Set(ids)).toEqual(new Set(['1000']));
  });

  it('is the same for the same address', () => {
    const first = item({ title: 'One', url: 'https://example.com/1', source: 'A' });
    const second = item({ title: 'Two', url: 'https://EXAMPLE.com/1', source: 'B' });
    expect(first.id).toBe(second.id);
  });

  it('is the same for the same title, date and source if there is no address', () => {
    const record = { title: 'One', source: 'A', publication_date: '2024-05-06' };
    const same = { ...record, publication_date: '2024-05-06T00:00:00Z', body: 'more' };
    const ids = [record, same, { ...record, source: 'B' }, { ...record, title: 'Two' }].map(
      (each) => item(each).id,
    );
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toBe(ids[1]);
  });
});

describe('parseNewsItem rejects an id', () => {
  const reasonFor = (id: string) => reason(JSON.parse(`{"title":"T","id":${id}}`));

  it.each(['9007199254740992', '1234567890123456789001', '-9007199254740993', '1.5', '1e400'])(
    'that is the number %s, which is not a safe integer',
    (id) => {
      expect(reasonFor(id)).toBe('id is a fraction or a number beyond 2^53: write it as a string');
      expect(reasonFor(`"${id}"`)).toBeUndefined();
    },
  );

  it.each(['latest', 'mine', 'search'])('that is the name of an operation: %s', (id) => {
    expect(reason({ title: 'T', id })).toBe(
      `id is "${id}", the name of another operation under /api/v1/news/`,
    );
    expect(reason({ title: 'T', id: `${id}-1` })).toBeUndefined();
  });

  it.each(['.', '..'])('that cannot be part of a URL path: %s', (id) => {
    expect(reason({ title: 'T', id })).toBe(`id is "${id}", which cannot be part of a URL path`);
  });
});

describe('parseNewsItem names the invalid field', () => {
  it.each([
    [[1], 'is not a JSON object'],
    ['text', 'is not a JSON object'],
    [null, 'is not a JSON object'],
    [{}, 'has no title'],
    [{ title: ' <br> ' }, 'has no title'],
    [{ title: 5 }, 'title is not a string'],
    [{ title: 'T', body: {} }, 'body is not a string'],
    [{ title: 'T', url: 1 }, 'url is not a string'],
    [{ title: 'T', publication_date: 'soon' }, /^publication_date is not a date/],
    [{ title: 'T', publication_date: 12 }, /^publication_date is not a date/],
    [{ title: 'T', publication_date: true }, 'publication_date is not a string'],
    [{ title: 'T', id: true }, 'id is neither a string nor a number'],
    [{ title: 'T', id: '' }, /^id must have 1 to 200/],
    [{ title: 'T', id: 'a\nb' }, /^id must have 1 to 200/],
    [{ title: 'T', id: 'a'.repeat(201) }, /^id must have 1 to 200/],
  ])('%j', (record, expected) => expect(reason(record)).toMatch(expected));
});
