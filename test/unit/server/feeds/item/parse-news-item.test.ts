import { describe, expect, it } from 'vitest';
import { parseNewsItem } from '../../../../../src/server/feeds/item/parse-news-item.ts';
import type { NewsItemRecord } from '../../../../../src/server/store/store.ts';

const item = (record: unknown): NewsItemRecord => {
  const made = parseNewsItem(record);
  if ('rejected' in made) throw new Error(made.rejected);
  return made;
};
const reason = (record: unknown) => {
  const made = parseNewsItem(record);
  return 'rejected' in made ? made.rejected : undefined;
};

describe('a record becomes an item', () => {
  it('with all its fields', () => {
    const record = {
      id: 'story-1',
      title: 'A title',
      description: 'What happened',
      url: 'https://example.com/1',
      publication_date: '2024-05-06T07:08:09Z',
      body: 'All of it',
      source: 'The Paper',
      unknown: { ignored: true },
    };
    expect(item(record)).toEqual({
      id: 'story-1',
      title: 'A title',
      description: 'What happened',
      url: 'https://example.com/1',
      publication_date: Date.UTC(2024, 4, 6, 7, 8, 9),
      body: 'All of it',
      source: 'The Paper',
    });
  });

  it('with its title alone', () => {
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

  it('with the beginning of its body for a description', () => {
    const { description } = item({ title: 'T', body: 'word '.repeat(200) });
    expect(description).toMatch(/^(word )+word…$/);
    expect(description.length).toBeLessThanOrEqual(300);
    expect(description.length).toBeGreaterThan(290);
  });

  it('without a link that is not http', () => {
    expect(item({ title: 'T', url: 'javascript:alert(1)' }).url).toBeNull();
  });

  it('with texts of bounded length', () => {
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

  it('with a description that is an article as its body', () => {
    const article = 'word '.repeat(1000).trim();
    expect(item({ title: 'T', description: article }).body).toBe(article);
    expect(item({ title: 'T', description: 'short' }).body).toBeNull();
  });
});

describe('its id', () => {
  it('is the one given, as text', () => {
    expect(item({ title: 'T', id: 17 }).id).toBe('17');
    expect(item({ title: 'T', id: '9007199254740993' }).id).toBe('9007199254740993');
    expect(item({ title: 'T', id: Number.MAX_SAFE_INTEGER }).id).toBe('9007199254740991');
  });

  it('may be a number in any writing of a whole one', () => {
    const written = ['1000', '1e3', '1000.0', '1E+3'];
    const ids = written.map((id) => item(JSON.parse(`{"title":"T","id":${id}}`)).id);
    expect(new Set(ids)).toEqual(new Set(['1000']));
  });

  it('is the same for the same address', () => {
    const first = item({ title: 'One', url: 'https://example.com/1', source: 'A' });
    const second = item({ title: 'Two', url: 'https://EXAMPLE.com/1', source: 'B' });
    expect(first.id).toBe(second.id);
  });

  it('is the same for the same title, date and source, where there is no address', () => {
    const record = { title: 'One', source: 'A', publication_date: '2024-05-06' };
    const same = { ...record, publication_date: '2024-05-06T00:00:00Z', body: 'more' };
    const ids = [record, same, { ...record, source: 'B' }, { ...record, title: 'Two' }].map(
      (each) => item(each).id,
    );
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toBe(ids[1]);
  });
});

describe('an id is rejected', () => {
  const reasonOf = (id: string) => reason(JSON.parse(`{"title":"T","id":${id}}`));

  it.each(['9007199254740992', '1234567890123456789001', '-9007199254740993', '1.5', '1e400'])(
    'that is the number %s, which JSON does not keep',
    (id) => {
      expect(reasonOf(id)).toBe(
        'id is a number that JSON does not represent exactly (a fraction, or beyond 2^53): quote it',
      );
      expect(reasonOf(`"${id}"`)).toBeUndefined();
    },
  );

  it.each(['latest', 'mine', 'search'])('that is the name of an operation: %s', (id) => {
    expect(reason({ title: 'T', id })).toBe(
      `id is "${id}", the name of another operation under /api/v1/news/`,
    );
    expect(reason({ title: 'T', id: `${id}-1` })).toBeUndefined();
  });

  it.each(['.', '..'])('that cannot travel in a path: %s', (id) => {
    expect(reason({ title: 'T', id })).toBe(`id is "${id}", which cannot be part of a URL path`);
  });
});

describe('a record is rejected, by the field that is wrong', () => {
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
    [{ title: 'T', publication_date: 1714979289 }, 'publication_date is not a string'],
    [{ title: 'T', id: true }, 'id is neither a string nor a number'],
    [{ title: 'T', id: '' }, /^id is not 1 to 200/],
    [{ title: 'T', id: 'a\nb' }, /^id is not 1 to 200/],
    [{ title: 'T', id: 'a'.repeat(201) }, /^id is not 1 to 200/],
  ])('%j', (record, expected) => expect(reason(record)).toMatch(expected));
});
