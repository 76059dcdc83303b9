import { describe, expect, it } from 'vitest';
import { compactJson } from '../../../../../src/cli/output/json-text.ts';
import { renderBounded } from '../../../../../src/cli/output/view/bounded-list.ts';

const page = (count: number) =>
  JSON.stringify({
    items: Array.from({ length: count }, (_, id) => ({ id, title: 'ü'.repeat(20) })),
    has_more: false,
    next_cursor: 'next',
  });

const bounded = (json: string, maxBytes: number, list: string | undefined = 'items') =>
  renderBounded(json, { list, maxBytes, render: async (text) => compactJson(text) });

describe('a bounded list', () => {
  it('is not changed if it fits', async () => {
    const text = page(5);
    const maxBytes = Buffer.byteLength(text);
    expect(await bounded(text, maxBytes)).toEqual({ text, omitted: 0, kept: 5 });
  });

  it.each([200, 500, 1000, 1999])('has the items that fit into %i bytes', async (maxBytes) => {
    const { text, kept, omitted } = await bounded(page(50), maxBytes);
    const { items, ...rest } = JSON.parse(text);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
    expect(items).toEqual(JSON.parse(page(kept)).items);
    expect(kept + omitted).toBe(50);
    // The cursor that was sent would skip the items that were left out.
    expect(rest).toEqual({ has_more: true, next_cursor: null, omitted });
    const withOneMore = Buffer.byteLength(text) + Buffer.byteLength(page(1)) - 40;
    expect(withOneMore).toBeGreaterThan(maxBytes);
  });

  it('keeps numbers as sent, and adds no members but the count', async () => {
    const json = '{"all" : [10000000000000000000000001, 2, 3]}';
    const { text } = await bounded(json, 60, 'all');
    expect(text).toBe('{"all":[10000000000000000000000001,2,3]}');
    const start = await bounded(json.replace(' 3', ' 3333333333333333333333333'), 55, 'all');
    expect(start.text).toBe('{"all":[10000000000000000000000001,2],"omitted":1}');
  });

  it.each([
    ['a list', page(50), 'items', 'even one item of the list is larger than --max-bytes 60'],
    ['one item', page(1), 'items', 'the response is larger than --max-bytes 60'],
    ['a document', page(50), undefined, 'the response is larger than --max-bytes 60'],
  ])('is an error that says how much is enough if %s does not fit', async (_, json, list, what) => {
    const render = async (text: string) => compactJson(text);
    const error = await renderBounded(json, { list, maxBytes: 60, render }).catch((each) => each);
    expect(error).toMatchObject({ code: 'too_large', message: expect.stringContaining(what) });
    const needed = Number(/: it needs (\d+)$/.exec(error.message)?.[1]);
    const { text } = await renderBounded(json, { list, maxBytes: needed, render });
    expect(Buffer.byteLength(text)).toBe(needed);
  });
});
