import { describe, expect, it } from 'vitest';
import { indexItem } from '../../../../../src/server/search/index/index-item.ts';
import type { NewsItemRecord } from '../../../../../src/server/store/store.ts';

const item: NewsItemRecord = {
  id: 'a',
  title: 'Cocoa quotas',
  description: 'Ghana cuts',
  url: null,
  source: null,
  publication_date: 500,
  body: null,
};
const text = (changes: Partial<NewsItemRecord>) =>
  indexItem({ ...item, ...changes }, 1000).terms.text;

describe('indexItem', () => {
  it('does not change the given item', () => {
    const given = Object.freeze({ ...item, title: 'Gold\0' });
    expect(indexItem(given, 1000).title).toBe('Gold\ufffd');
  });

  it('orders by date but never in the future', () => {
    expect(indexItem(item, 1000).order_at).toBe(500);
    expect(indexItem({ ...item, publication_date: -7 }, 1000).order_at).toBe(-7);
    expect(indexItem({ ...item, publication_date: 5000 }, 1000).order_at).toBe(1000);
    expect(indexItem({ ...item, publication_date: null }, 1000).order_at).toBe(1000);
  });

  it('has the terms of title, description, body and source', () => {
    expect(indexItem(item, 0).terms.title).toBe('cocoa quota');
    expect(text({ body: 'Exports fell', source: 'Civic Post' })).toBe(
      'ghana cut export fell civic post',
    );
  });

  it('does not count a description that the body repeats', () => {
    expect(text({ body: 'Ghana cuts exports' })).toBe('ghana cut export');
    expect(text({ description: 'Ghana cuts…', body: 'Ghana cuts exports' })).toBe(
      'ghana cut export',
    );
  });

  it('adds variants after the text', () => {
    expect(text({ description: 'e-mail leak' })).toBe('e mail leak email');
  });
});
