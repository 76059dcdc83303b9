import { describe, expect, it } from 'vitest';
import { sections, statements } from '../../../src/conformance/statements.ts';
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
