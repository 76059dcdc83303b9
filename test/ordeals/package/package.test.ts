import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { codeBlocks, guides, project, readDocument } from '../../helpers/documents.ts';
import { installPacked } from '../../helpers/packed.ts';

let folder: string;
let archive: string;
let packed: string[];

async function run(command: string, ...args: string[]) {
  return promisify(execFile)(command, args, { cwd: folder });
}

beforeAll(async () => {
  ({ project: folder, archive, files: packed } = await installPacked());
  return () => rm(folder, { recursive: true, force: true });
}, 180_000);

/** The paths of links and images of a Markdown text, without those of code blocks. */
function relativeLinks(text: string): string[] {
  const prose = text.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^([a-z]+:|#|\/)/.test(link))
    .map((link) => link.replace(/#.*/, ''));
}

/** Whether a document links to a page of a benchmark, which is in the repository only. */
function leadsToRepository(path: string, link: string): boolean {
  const target = normalize(join(dirname(path), link));
  return path === 'docs/benchmarks.md' && target.startsWith('docs/benchmarks/');
}

/** The names of the exports of a declaration file that exist at run time, sorted. */
function exportedValues(file: string): string[] {
  const program = ts.createProgram([file], { skipLibCheck: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is not a module`);
  return checker
    .getExportsOfModule(module)
    .filter((each) => {
      const isAlias = (each.flags & ts.SymbolFlags.Alias) !== 0;
      const { flags } = isAlias ? checker.getAliasedSymbol(each) : each;
      return (flags & ts.SymbolFlags.Value) !== 0;
    })
    .map(({ name }) => name)
    .sort();
}

describe('the packed package, installed into an empty project', () => {
  it('holds the program and nothing of the workshop', () => {
    expect(packed).toEqual(
      expect.arrayContaining([
        'bin/newswatch.cjs',
        'examples/agents/openai-compatible.js',
        'dist/cli.cjs',
        'dist/checkpoint-worker.js',
        'dist/feed-worker.js',
        'dist/language-data.json.br',
        'dist/sample-news.json.br',
        'dist/native/checksums.json',
        'dist/native/darwin-arm64.node.br',
        'dist/native/linux-arm64.node.br',
        'dist/native/linux-x64.node.br',
        'dist/native/win32-x64.node.br',
        'dist/THIRD-PARTY-LICENSES.txt',
        'dist/newswatch.1.gz',
        'LICENSE',
        'README.md',
      ]),
    );
    expect(packed.filter((path) => /^(src|test)\/|metafile/.test(path))).toEqual([]);
  });

  it('has every file that its documents link to', () => {
    const documents = packed.filter((path) => path.endsWith('.md'));
    expect(documents).toContain('docs/server.md');
    const root = join(folder, 'node_modules/newswatch');
    const broken = documents.flatMap((path) =>
      relativeLinks(readFileSync(join(root, path), 'utf8'))
        .filter((link) => !leadsToRepository(path, link))
        .filter((link) => !existsSync(join(root, normalize(join(dirname(path), link)))))
        .map((link) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('leaves the pages of the benchmarks in the repository, and says so', () => {
    expect(packed.filter((path) => path.startsWith('docs/benchmarks/'))).toEqual([]);
    expect(readDocument('docs/benchmarks.md').replace(/\s+/g, ' ')).toContain(
      'in the repository, not in the npm package',
    );
  });

  it('has a manual page after a global installation', async () => {
    const prefix = join(folder, 'global');
    await run('npm', 'install', '--global', '--prefix', prefix, '--ignore-scripts', archive);
    // man finds the pages that belong to a folder of PATH.
    const PATH = `${join(prefix, 'bin')}:${process.env['PATH']}`;
    const env = { ...process.env, PATH, MANPATH: undefined };
    const { stdout } = await promisify(execFile)('man', ['newswatch'], { env });
    expect(stdout).toMatch(/^NEWSWATCH\(1\)/);
  }, 60_000);

  it('prints its version', async () => {
    expect((await run('npx', 'newswatch', '--version')).stdout).toBe(`${manifest.version}\n`);
    expect(manifest.version).toBe('1.1.1');
  });

  it('runs its server and its client from both imports', async () => {
    await writeFile(
      join(folder, 'try.js'),
      `import { createClient } from 'newswatch';
       import { startServer } from 'newswatch/server';
       const server = await startServer({ sample: true });
       const client = createClient({ baseUrl: server.baseUrl, apiKey: server.apiKey });
       const { items } = await client.news.search({ query: 'chip exports', limit: 1 });
       console.log(items.length);
       await client.close();
       await server.close();`,
    );
    expect((await run('node', 'try.js')).stdout).toBe('1\n');
  });

  it('prints errors with their names', async () => {
    await writeFile(
      join(folder, 'errors.js'),
      `import { inspect } from 'node:util';
       import { ServiceError } from 'newswatch';
       import { MissingPartsError } from 'newswatch/server';
       console.log(inspect(new MissingPartsError('a', [])).split('\\n')[0], ServiceError.name);`,
    );
    expect((await run('node', 'errors.js')).stdout).toBe('MissingPartsError: a ServiceError\n');
  });

  it('reads a feed in Big5, and detects the language of news', async () => {
    const letters = Buffer.from([0xa4, 0xa4, 0xa4, 0xe5]);
    const start = '<?xml version="1.0" encoding="big5"?><rss version="2.0"><channel><item><title>';
    const end = ' rate</title></item></channel></rss>';
    await writeFile(
      join(folder, 'big5.xml'),
      Buffer.concat([Buffer.from(start), letters, Buffer.from(end)]),
    );
    await writeFile(
      join(folder, 'language.js'),
      `import { createClient } from 'newswatch';
       import { startServer } from 'newswatch/server';
       const server = await startServer({ sample: true, news: ['big5.xml'] });
       const client = createClient({ baseUrl: server.baseUrl, apiKey: server.apiKey });
       const { items } = await client.news.search({ query: '中文', limit: 1 });
       const { id } = await client.monitors.create({ prompt: 'chip exports', include_languages: ['de'], on_demand: true });
       console.log(items[0].title, (await client.monitors.run({ id })).status);
       await client.close();
       await server.close();`,
    );
    expect((await run('node', 'language.js')).stdout).toBe('中文 rate completed\n');
  });

  it('has the agent that serve starts by its name', async () => {
    await writeFile(
      join(folder, 'agents.js'),
      `import { bundledAgents } from 'newswatch/server';
       console.log(JSON.stringify(bundledAgents().get('openai-compatible').command));`,
    );
    const command: string[] = JSON.parse((await run('node', 'agents.js')).stdout);
    await expect(run(command[0] ?? '', ...command.slice(1))).rejects.toMatchObject({
      code: 2,
      stderr: 'openai-compatible: OPENAI_MODEL is not set\n',
    });
  });

  it('exports at run time what its types say', async () => {
    await writeFile(
      join(folder, 'names.js'),
      `console.log(JSON.stringify([await import('newswatch'), await import('newswatch/server')].map((each) => Object.keys(each))));`,
    );
    const actual = JSON.parse((await run('node', 'names.js')).stdout) as string[][];
    for (const [index, types] of ['index', 'server'].entries()) {
      const declarations = join(folder, `node_modules/newswatch/dist/${types}.d.ts`);
      expect(actual[index]).toEqual(exportedValues(declarations));
    }
  });

  it('has types with which every example of the documents compiles in a strict project', async () => {
    const examples = guides.flatMap((path) => codeBlocks(readDocument(path), 'ts'));
    expect(examples.length).toBeGreaterThan(3);
    const files = examples.map((_, index) => `example-${index}.ts`);
    for (const [index, code] of examples.entries()) {
      await writeFile(join(folder, `example-${index}.ts`), code);
    }
    const tsc = join(project, 'node_modules/.bin/tsc');
    const typeRoots = join(project, 'node_modules/@types');
    const flags = `--noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node --typeRoots ${typeRoots}`;
    await run(tsc, ...flags.split(' '), ...files);
  });

  it('has types that a strict project accepts', async () => {
    await writeFile(
      join(folder, 'try.ts'),
      `import { createClient } from 'newswatch';
       import { type RunningServer, startServer } from 'newswatch/server';
       const server: RunningServer = await startServer({ port: 0 });
       const client = createClient({ baseUrl: server.baseUrl, apiKey: server.apiKey ?? '' });
       const score: number | undefined = (await client.news.search({ query: 'x' })).items[0]?.score;
       export { score };`,
    );
    const tsc = join(project, 'node_modules/.bin/tsc');
    const flags = '--noEmit --strict --target es2022 --module nodenext --types --lib es2023,dom';
    await run(tsc, ...flags.split(' '), 'try.ts');
  });
});
