import { describe, expect, it } from 'vitest';
import { pages } from '../../../src/conformance/statements/4.4-pages.ts';
import { sections, statements } from '../../../src/conformance/statements.ts';
import type { Trial } from '../../../src/conformance/trial.ts';
import { readDocument } from '../../helpers/documents.ts';

const contract = readDocument('docs/service.md');
const results = readDocument('docs/conformance.md');

describe('the statements', () => {
  it('have the sections of docs/service.md', () => {
    const titles = [...contract.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(sections.map(({ title }) => title)).toEqual(titles);
  });

  it.each(sections)(
    'of section $title are numbered in order, by sections that exist',
    (section) => {
      const headings = [...contract.matchAll(/^#+ ([\d.]+) /gm)].map(([, number = '']) => number);
      const ids = section.statements.map(({ id }) => id);
      const numbers = ids.map((id) => id.replace(/-\d+$/, ''));
      expect(headings).toEqual(expect.arrayContaining(numbers));
      const inOrder = headings
        .filter((heading) => numbers.includes(heading))
        .flatMap((heading) =>
          numbers
            .filter((number) => number === heading)
            .map((_, index) => `${heading}-${index + 1}`),
        );
      expect(ids).toEqual(inOrder);
    },
  );

  it('are all in docs/conformance.md', () => {
    const listed = [...results.matchAll(/^\| ([\d.]+-\d+) \|/gm)].map(([, id]) => id);
    expect(listed).toEqual(statements.map(({ id }) => id));
  });
});

it.each([
  [200, true],
  [201, false],
])('a search may have %i items on all pages: %s', async (total, isAllowed) => {
  /** Its cursor is the number of items before the page. */
  const search = async (_operation: unknown, { cursor = 0, limit = 20 }) => {
    const start = Number(cursor);
    const end = Math.min(start + limit, total);
    const items = Array.from({ length: end - start }, (_, index) => ({ id: `i${start + index}` }));
    return { items, next_cursor: end < total ? String(end) : null };
  };
  const statement = pages.find(({ id }) => id === '4.4-5');
  if (typeof statement?.check !== 'function') throw new Error('4.4-5 has no check');
  const checked = statement.check({ ok: search } as unknown as Trial);
  if (isAllowed) await checked;
  else await expect(checked).rejects.toThrow('201 items');
});
