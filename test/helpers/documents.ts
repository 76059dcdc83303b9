import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = fileURLToPath(new URL('../..', import.meta.url));

/** Documents whose examples are run by tests. */
export const guides = [
  'README.md',
  'docs/assistants.md',
  'docs/ci.md',
  'docs/commands.md',
  'docs/conformance.md',
  'docs/library.md',
  'docs/monitors-and-alerts.md',
  'docs/searching.md',
  'docs/server.md',
  'docs/webhooks.md',
];

/** The text of a document of the project. */
export function readDocument(path: string): string {
  return readFileSync(join(project, path), 'utf8');
}

/** The code blocks of a language in a Markdown text, in order. */
export function codeBlocks(text: string, language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms');
  return [...text.matchAll(pattern)].map(([, code]) => code ?? '');
}
