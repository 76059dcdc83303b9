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

/** Each module, with its pages below it. */
function apiItems(): DefaultTheme.SidebarItem[] {
  const modules = ['newswatch', ...subfolders('api/newswatch', (name) => !kinds.has(name))];
  return [
    { text: 'Overview', link: '/api/' },
    ...modules.map((name, index) => {
      const folder = index === 0 ? name : `newswatch/${name}`;
      return {
        text: folder,
        link: `/api/${folder}/`,
        collapsed: true,
        items: [...kinds].flatMap(([kind, text]) => {
          const items = pagesOf(`api/${folder}/${kind}`);
          return items.length === 0 ? [] : [{ text, items }];
        }),
      };
    }),
  ];
}

/** The folders that TypeDoc writes for each module, with their titles. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['functions', 'Functions'],
  ['classes', 'Classes'],
  ['interfaces', 'Interfaces'],
  ['type-aliases', 'Types'],
  ['variables', 'Variables'],
]);

function pagesOf(folder: string): DefaultTheme.SidebarItem[] {
  if (!existsSync(docs(folder))) return [];
  return readdirSync(docs(folder))
    .map((name) => name.replace(/\.md$/, ''))
    .map((name) => ({ text: name, link: `/${folder}/${name}` }));
}

function subfolders(folder: string, isWanted: (name: string) => boolean): string[] {
  if (!existsSync(docs(folder))) return [];
  return readdirSync(docs(folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isWanted(entry.name))
    .map(({ name }) => name);
}

function docs(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
