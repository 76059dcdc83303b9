import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { Editor } from '../../helpers/editor.ts';
import { installPacked } from '../../helpers/packed.ts';
import { undocumented } from '../../helpers/undocumented.ts';

let declarations: string;
let editor: Editor;

beforeAll(async () => {
  const { project, folder } = await installPacked();
  declarations = join(folder, 'dist');
  editor = new Editor(project);
  return () => rm(project, { recursive: true, force: true });
}, 180_000);

const modules = Object.entries(manifest.exports)
  .filter(([, target]) => typeof target === 'object' && 'types' in target)
  .map(([path]) => path.replace('.', 'newswatch'));

const client = `import { createClient, ServiceError } from 'newswatch';
const client = createClient({ baseUrl: 'https://news.example.com', apiKey: 'key' });
`;

describe('the types of the packed package', () => {
  it('contain nothing of zod', async () => {
    const files = (await readdir(declarations)).filter((name) => /\.d\.c?ts$/.test(name));
    expect(files.length).toBeGreaterThan(5);
    for (const name of files) {
      expect(await readFile(join(declarations, name), 'utf8'), name).not.toMatch(
        /\bzod\b|\bz\.\w/i,
      );
    }
    expect(manifest).not.toHaveProperty('dependencies.zod');
  });

  it.each(modules)('have a docstring for every export of %s and its members', (name) => {
    const { checker, file } = editor.program(`import * as all from '${name}';\nexport { all };`);
    const [statement] = file.statements.filter(ts.isImportDeclaration);
    const module = statement && checker.getSymbolAtLocation(statement.moduleSpecifier);
    if (!module) throw new Error(`${name} is not a module`);
    const isOwn = (path: string) => path.startsWith(declarations);
    expect(undocumented(module, checker, isOwn)).toEqual([]);
  });
});

describe('an editor', () => {
  it.each([
    [
      'client.news.search|',
      /Search the news index.*402 `plan_required`.*await client\.news\.search/s,
    ],
    [
      "client.news.search({ query: 'tin', hours_ago|: 3 })",
      /published within this many hours, 1 to 8760/,
    ],
    ["client.news.search({ query: 'tin', limit|: 3 })", /1 to 100.*@defaultValue 20/s],
    [
      "(await client.news.search({ query: 'tin' })).items[0]?.title|",
      /Headline.*docs\/service\.md §2\.1/s,
    ],
    ['(await client.alerts.list()).alerts[0]?.created_at|', /recorded.*RFC 3339/s],
    ['client.delivery.connect|', /signing secret is shown only once.*409 `conflict`/s],
    ['client.delivery|', /webhook connections/],
    ['try {} catch (error) { if (error instanceof ServiceError) error.code|; }', /plan_required/],
  ])('shows the words of %s', (code, words) => {
    expect(editor.hover(client + code)).toMatch(words);
  });

  it('completes the known codes of an error', () => {
    const code = "const ask = (error: ServiceError) => error.code === '|';";
    expect(editor.completions(client + code)).toEqual(
      expect.arrayContaining(['plan_required', 'rate_limited', 'not_found']),
    );
    const other = "const ask = (error: ServiceError) => error.code === 'a_later_code';";
    expect(editor.errors(client + other)).toEqual([]);
  });

  it.each([
    ["(await client.news.search({ query: 'tin' })).items[0]?.titel", "'title'"],
    ["client.news.search({ query: 'tin', hour_ago: 3 })", "'hours_ago'"],
    ['(await client.monitors.list()).monitor', "'monitors'"],
    ["client.delivery.conect({ platform: 'webhook', webhook_url: '' })", "'connect'"],
  ])('says what was meant by %s', (code, meant) => {
    const errors = editor.errors(`${client}export const typo = ${code};`);
    expect(errors).toEqual([expect.stringContaining(`Did you mean`)]);
    expect(errors[0]).toContain(meant);
  });
});
