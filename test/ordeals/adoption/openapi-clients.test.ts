import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { project } from '../../helpers/documents.ts';
import { installNode } from '../../helpers/packed.ts';
import { paidKey, testServer } from '../../helpers/server.ts';
import { isWholeMatrix, planChecks, recordCheck } from './report.ts';

const run = promisify(execFile);

const document = join(project, 'dist/openapi.json');

/** A folder inside the project, so that its programs find the project's modules. */
async function workFolder(): Promise<string> {
  const cache = join(project, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'openapi-client-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

/** Compiles a program to JavaScript. Returns the errors of the compiler. */
async function compile(folder: string, name: string, text: string): Promise<string> {
  await writeFile(join(folder, `${name}.ts`), text);
  const flags = [
    ...['--target', 'es2022', '--module', 'es2022', '--moduleResolution', 'bundler', '--strict'],
    ...['--noUncheckedIndexedAccess', '--skipLibCheck', '--types', 'node', '--outDir', 'out'],
  ];
  const tsc = join(project, 'node_modules/typescript/bin/tsc');
  return run(process.execPath, [tsc, ...flags, `${name}.ts`], { cwd: folder }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

/** Runs a compiled program against a real server and returns what it prints. */
async function runProgram(folder: string, file: string): Promise<unknown> {
  const { baseUrl } = await testServer();
  const env = { ...process.env, BASE_URL: baseUrl, API_KEY: paidKey };
  const { stdout } = await run(process.execPath, [file], { cwd: folder, env });
  return JSON.parse(stdout);
}

const printed = { items: 2, prompt: 'cocoa quotas', missing: 'not_found', status: 404 };

const rowOf = (tool: string) =>
  ({
    table: 'types',
    tool,
    check: 'generate a client from openapi.json, compile it, search, create a monitor',
  }) as const;
const openapiTypescript = rowOf('openapi-typescript 7 and openapi-fetch');
const heyApi = rowOf('@hey-api/openapi-ts 0.99');

planChecks([openapiTypescript, heyApi]);

describe('clients that are generated from openapi.json', () => {
  it('are compiled and run: openapi-typescript and openapi-fetch', async () => {
    await recordCheck(openapiTypescript, async () => {
      const folder = await workFolder();
      const cli = join(project, 'node_modules/openapi-typescript/bin/cli.js');
      await run(process.execPath, [cli, document, '--output', join(folder, 'schema.ts')]);
      const program = (field: string) => `
      import createClient from 'openapi-fetch';
      import type { components, paths, webhooks } from './schema';

      const client = createClient<paths>({
        baseUrl: process.env['BASE_URL'] ?? '',
        headers: { Authorization: \`Bearer \${process.env['API_KEY']}\` },
      });
      const search = await client.POST('/api/v1/news/search', {
        body: { query: 'chip exports', limit: 2 },
      });
      const items: components['schemas']['NewsSearchItem'][] = search.data?.items ?? [];
      const titles: string[] = items.map((item) => item.${field});
      const created = await client.POST('/api/v1/monitors', { body: { prompt: 'cocoa quotas' } });
      const missing = await client.GET('/api/v1/monitors/{id}', { params: { path: { id: 'none' } } });
      export type Event = webhooks['news.alert']['post']['requestBody']['content']['application/json'];
      console.log(JSON.stringify({
        items: titles.length,
        prompt: created.data?.prompt,
        missing: missing.error?.error,
        status: missing.response.status,
      }));`;
      expect(await compile(folder, 'wrong', program('titel'))).toContain("'titel' does not exist");
      expect(await compile(folder, 'program', program('title'))).toBe('');
      expect(await runProgram(folder, 'out/program.js')).toEqual(printed);
      return undefined;
    });
  });

  it.runIf(isWholeMatrix)(
    'are compiled and run: @hey-api/openapi-ts',
    { timeout: 300_000 },
    async () => {
      await recordCheck(heyApi, async () => {
        const folder = await workFolder();
        const node = await installNode('24');
        const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
        await run('npm', [...install, '@hey-api/openapi-ts@0.99', 'typescript@5.9'], {
          cwd: folder,
        });
        const generator = join(folder, 'node_modules/@hey-api/openapi-ts/bin/run.js');
        await run(
          join(node.folder, 'bin/node'),
          [generator, '--input', document, '--output', 'client'],
          { cwd: folder },
        );
        const program = (field: string) => `
      import { client } from './client/client.gen';
      import { monitorsCreate, monitorsGet, newsSearch } from './client/sdk.gen';
      import type { NewsSearchItem } from './client/types.gen';

      client.setConfig({ baseUrl: process.env['BASE_URL'] ?? '', auth: () => process.env['API_KEY'] });
      const search = await newsSearch({ body: { query: 'chip exports', limit: 2 } });
      const items: NewsSearchItem[] = search.data?.items ?? [];
      const titles: string[] = items.map((item) => item.${field});
      const created = await monitorsCreate({ body: { prompt: 'cocoa quotas' } });
      const missing = await monitorsGet({ path: { id: 'none' } });
      console.log(JSON.stringify({
        items: titles.length,
        prompt: created.data?.prompt,
        missing: missing.error?.error,
        status: missing.response?.status,
      }));`;
        expect(await compile(folder, 'wrong', program('titel'))).toContain(
          "'titel' does not exist",
        );
        expect(await compile(folder, 'program', program('title'))).toBe('');
        // Its imports have no extensions, as bundlers resolve them. The compiler checks it, but writes no
        // JavaScript of modules below node_modules.
        const esbuild = join(project, 'node_modules/.bin/esbuild');
        const flags = ['--bundle', '--format=esm', '--platform=node', '--outfile=run.js'];
        await run(esbuild, ['program.ts', ...flags], { cwd: folder });
        expect(await runProgram(folder, 'run.js')).toEqual(printed);
        return undefined;
      });
    },
  );
});
