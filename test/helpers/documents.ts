import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = fileURLToPath(new URL('../..', import.meta.url));

/** Documents whose examples are run by tests. */
export const guides = [
  'README.md',
  'docs/assistants.md',
  'docs/commands.md',
  'docs/conformance.md',
  'docs/get-started.md',
  'docs/library.md',
  'docs/monitors-and-alerts.md',
  'docs/recipes/scripts.md',
  'docs/searching.md',
  'docs/test-server.md',
  'docs/webhooks.md',
];

/** Folders of `docs` with generated pages. */
const generated = /^(api|cli|project|public|node_modules|\.vitepress)\//;

/** All documents that are in the repository. */
export function allDocuments(): string[] {
  const names = readdirSync(join(project, 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = names.filter((name) => name.endsWith('.md') && !generated.test(name));
  return [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'SKILL.md',
    ...pages.map((name) => `docs/${name}`),
  ];
}

/** The text of a document of the project. */
export function readDocument(path: string): string {
  return readFileSync(join(project, path), 'utf8');
}

/** The code blocks of a language in a Markdown text, in order. */
export function codeBlocks(text: string, language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms');
  return [...text.matchAll(pattern)].map(([, code]) => code ?? '');
}
