import { describe, expect, it } from 'vitest';
import { apiPage, sectionLinks } from '../../../../build/docs/api-page.ts';

const sections = sectionLinks('# The service\n\n## 2 Resources\n\n### 2.1 News items\n');

describe('sectionLinks()', () => {
  it('has the numbered headings', () => {
    expect([...sections]).toEqual([
      ['2', '/service.md#2-resources'],
      ['2.1', '/service.md#21-news-items'],
    ]);
  });
});

describe('apiPage()', () => {
  it('links sections that exist', () => {
    expect(apiPage('See docs/service.md §2.1. See docs/service.md §7.', sections)).toBe(
      'See [docs/service.md §2.1](/service.md#21-news-items). See docs/service.md §7.',
    );
  });

  it('writes related types in a line', () => {
    expect(
      apiPage('## Extended by\n\n- [`A`](A.md)\n- [`B`](B.md)\n\n## Properties\n', sections),
    ).toBe('Extended by [`A`](A.md), [`B`](B.md).\n\n## Properties\n');
  });

  it('leaves the default of a field empty if it has none', () => {
    expect(apiPage('| `limit?` | `number` | `undefined` | Items. |', sections)).toBe(
      '| `limit?` | `number` | | Items. |',
    );
    expect(apiPage('| `limit?` | `number` | `20` | Items. |', sections)).toContain('| `20` |');
  });
});
