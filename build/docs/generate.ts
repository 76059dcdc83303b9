/** Writes the generated pages of the site, which git ignores, and `llms.txt`. */

import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SchemaDocument } from '../../src/cli/help/schema-document.ts';
import { commandReference, topicNames } from './command-reference.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { outline, type Page } from './outline.ts';
import { projectPages } from './project-pages.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const docs = join(project, 'docs');

const read = ({ path }: Page) => readFileSync(join(docs, `${path}.md`), 'utf8');

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function writeCommandReference(): void {
  const tsx = join(project, 'node_modules/tsx/dist/cli.mjs');
  const entry = join(project, 'src/cli/entry.ts');
  const output = execFileSync(process.execPath, [tsx, entry, 'schema', '--full'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const schema: SchemaDocument = JSON.parse(output.toString());
  rmSync(join(docs, 'cli'), { recursive: true, force: true });
  for (const [name, text] of commandReference(schema)) write(join(docs, 'cli', `${name}.md`), text);
  write(join(docs, 'cli/topics.json'), JSON.stringify(topicNames(schema)));
}

/** Files of the project that are pages too: `source` says from where their links are resolved. */
function writeProjectPages(): void {
  rmSync(join(docs, 'project'), { recursive: true, force: true });
  for (const [source, page] of projectPages) {
    const text = readFileSync(join(project, source), 'utf8');
    const body = text.replace(/^---\n.*?\n---\n/s, '');
    write(join(docs, `${page}.md`), `---\nsource: ${source}\n---\n\n${body}`);
  }
}

/** Into the folder that the site copies as is: `llms.txt` and the pages it links to. */
function writeLlmsFiles(): void {
  const target = join(docs, 'public');
  rmSync(target, { recursive: true, force: true });
  write(join(project, 'llms.txt'), llmsText(outline, 'docs/'));
  write(join(target, 'llms.txt'), llmsText(outline, ''));
  write(join(target, 'llms-full.txt'), llmsFullText(outline, read));
  for (const { path, about } of outline.flatMap(({ pages }) => pages)) {
    if (about === undefined) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(join(docs, `${path}.md`), join(target, `${path}.md`));
  }
  // docs/benchmarks.md leads to these pages.
  cpSync(join(docs, 'benchmarks'), join(target, 'benchmarks'), { recursive: true });
}

writeCommandReference();
writeProjectPages();
writeLlmsFiles();
