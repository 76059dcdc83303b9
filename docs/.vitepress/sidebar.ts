import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';
import { outline } from '../../build/docs/outline.ts';

const back = { text: 'All documentation', link: '/get-started' };

/** The documentation by task, and sidebars of their own for the generated references. */
export function sidebar(): DefaultTheme.SidebarMulti {
  return {
    '/cli/': [back, { text: 'Command reference', items: commandItems() }],
    '/api/': [back, { text: 'API reference', items: apiItems() }],
    '/': outline
      .filter(({ pages }) => pages.length > 0)
      .map(({ title, pages }) => ({
        text: title,
        items: pages.map(({ path, title }) => ({
          text: title,
          link: `/${path.replace(/(README|index)$/, '')}`,
        })),
      })),
  };
}

function commandItems(): DefaultTheme.SidebarItem[] {
  const file = docs('cli/topics.json');
  const names: string[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  return [
    { text: 'Overview', link: '/cli/' },
    { text: 'Flags of all commands', link: '/cli/global-flags' },
    ...names.map((name) => ({ text: name, link: `/cli/${name}` })),
  ];
}

function apiItems(): DefaultTheme.SidebarItem[] {
  const folder = docs('api/newswatch');
  const names = existsSync(folder) ? readdirSync(folder).map((name) => `newswatch/${name}`) : [];
  const pages = ['newswatch.md', ...names].map((name) => name.replace(/\.md$/, ''));
  return [
    { text: 'Overview', link: '/api/' },
    ...pages.map((name) => ({ text: name, link: `/api/${name}` })),
  ];
}

function docs(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
