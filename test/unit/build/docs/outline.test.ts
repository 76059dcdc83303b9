import { expect, it } from 'vitest';
import { outline } from '../../../../build/docs/outline.ts';
import { projectPages } from '../../../../build/docs/project-pages.ts';
import { allDocuments, readDocument } from '../../../helpers/documents.ts';

const pages = outline.flatMap((section) => section.pages);
const paths = pages.map(({ path }) => path);

it('the outline has each page once', () => {
  expect(paths).toEqual([...new Set(paths)]);
});

it('the outline has all written pages but the home page and those of single benchmarks', () => {
  const written = allDocuments()
    .filter((path) => path.startsWith('docs/') && path !== 'docs/index.md')
    .filter((path) => !path.startsWith('docs/benchmarks/'))
    .map((path) => path.slice('docs/'.length).replace(/\.md$/, ''));
  expect(
    pages
      .filter(({ about }) => about !== undefined)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(written.sort());
});

it('the page of the benchmarks leads to each single one', () => {
  const single = allDocuments().filter((path) => path.startsWith('docs/benchmarks/'));
  expect(single.length).toBeGreaterThan(10);
  const text = readDocument('docs/benchmarks.md');
  for (const path of single) expect(text).toContain(`(${path.slice('docs/'.length)})`);
});

it('the outline has the pages that are made from files of the project', () => {
  expect(paths).toEqual(expect.arrayContaining([...projectPages.values()]));
});

it.each(['README.md', 'docs/index.md'])('%s links the pages that adopters look for', (document) => {
  const text = readDocument(document);
  for (const page of ['get-started', 'commands', 'library', 'test-server', 'webhooks', 'contracts'])
    expect(text).toMatch(new RegExp(`[/(]${page}(\\.md)?\\b`));
  for (const page of [
    'compatibility',
    'platforms',
    'assistants',
    'server',
    'recipes/github-actions',
  ])
    expect(text).toMatch(new RegExp(`[/(]${page}(\\.md)?\\b`));
});
