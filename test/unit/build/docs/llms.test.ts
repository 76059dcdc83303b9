import { describe, expect, it } from 'vitest';
import { llmsFullText, llmsText } from '../../../../build/docs/llms.ts';
import { outline, type Section } from '../../../../build/docs/outline.ts';
import { readDocument } from '../../../helpers/documents.ts';

const sections: readonly Section[] = [
  {
    title: 'Library',
    pages: [
      { path: 'library', title: 'The library', about: 'the typed client' },
      { path: 'api/index', title: 'API reference' },
    ],
  },
  { title: 'Generated', pages: [{ path: 'cli/index', title: 'Command reference' }] },
  { title: 'Decisions', pages: [{ path: 'decisions/sql', title: 'SQL', about: 'databases' }] },
];

it('llms.txt of the package lists the pages of the outline (npm run docs:generate writes it)', () => {
  expect(readDocument('llms.txt')).toBe(llmsText(outline, 'docs/'));
});

describe('llmsText()', () => {
  it('links the written pages and leaves out sections that have none', () => {
    const text = llmsText(sections, 'docs/');
    expect(text).toMatch(/^# newswatch\n\n> /);
    expect(text).toContain(
      '## Library\n\n- [The library](docs/library.md): the typed client\n\n## Optional\n\n',
    );
    expect(text).not.toMatch(/Generated|API reference/);
  });

  it('calls the decisions optional', () => {
    expect(llmsText(sections, '')).toMatch(
      /## Optional\n\n- \[SQL\]\(decisions\/sql\.md\): databases\n$/,
    );
  });
});

describe('llmsFullText()', () => {
  it('has the text of the written pages, without the decisions', () => {
    const text = llmsFullText(sections, ({ path }) => `\n# text of ${path}\n\n`);
    expect(text).toMatch(/\n\n# text of library\n$/);
    expect(text).not.toMatch(/api\/index|decisions/);
  });
});
