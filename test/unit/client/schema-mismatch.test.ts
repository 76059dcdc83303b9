import { expect, it } from 'vitest';
import { schemaMismatch } from '../../../src/client/schema-mismatch.ts';
import { operations } from '../../../src/contract/operations.ts';

it('names the first items that do not match, and reads no items after them', () => {
  let reads = 0;
  const item = {
    get id() {
      reads += 1;
      return 1;
    },
  };
  const body = { items: Array(50_000).fill(item), has_more: false, next_cursor: null };
  expect(schemaMismatch(operations.news.latest, body)).toContain('items.0.id, ');
  expect(reads).toBeLessThan(1000);
});

it('counts items from the start of the list', () => {
  const valid = {
    id: 'a',
    title: '',
    description: '',
    url: null,
    publication_date: null,
    source: null,
  };
  const items = Array.from({ length: 250 }, (_, index) =>
    index === 220 ? { ...valid, id: 1 } : valid,
  );
  const body = { items, has_more: false, next_cursor: null };
  expect(schemaMismatch(operations.news.latest, body)).toMatch(/: items\.220\.id$/);
  expect(schemaMismatch(operations.news.latest, { ...body, items: items.slice(0, 220) })).toBe(
    undefined,
  );
});
