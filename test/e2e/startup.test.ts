import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { binary, cleanEnv, cli } from '../helpers/cli.ts';
import { testServer } from '../helpers/server.ts';

interface Metafile {
  inputs: Record<string, { imports: { path: string; kind: string; external?: boolean }[] }>;
  outputs: Record<string, { inputs: Record<string, object> }>;
}

const metafile = JSON.parse(
  readFileSync(new URL('../../dist/metafile-cjs.json', import.meta.url), 'utf8'),
) as Metafile;

/** Everything that is evaluated as soon as a file is: what it imports, not what it may import later. */
function loadedWith(root: string, seen = new Set<string>()): Set<string> {
  seen.add(root);
  for (const { path, kind } of metafile.inputs[root]?.imports ?? []) {
    if (kind !== 'dynamic-import' && !seen.has(path)) loadedWith(path, seen);
  }
  return seen;
}

it('the command line is one file', () => {
  const files = Object.keys(metafile.outputs).filter((path) => !path.endsWith('.map'));
  expect(files).toEqual(['dist/cli.cjs']);
});

it('server, receiver and MCP code is not in it', () => {
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const server =
    /src\/(mcp|server|receiver|storage)\/|node_modules\/(hono|@hono|feedsmith|entities|stemmer|@photostructure|@modelcontextprotocol|ipaddr|oidc-provider|koa|jose|rate-limiter-flexible)/;
  expect(inputs.filter((path) => server.test(path))).toEqual([]);
  expect(inputs.filter((path) => /undici\/(index|lib\/web\/(websocket|cache))/.test(path))).toEqual(
    [],
  );
});

it('the version is answered before commander, zod or undici are evaluated', () => {
  expect(
    [...loadedWith('src/cli/entry.ts')].filter((path) => /node_modules|main\.ts/.test(path)),
  ).toEqual([]);
});

it('schema, completion, the manual page and doctor are evaluated only when they are asked for', () => {
  const own =
    /^src\/(cli\/(command-description|schema-document|man-page|completion\/|doctor\/)|contract\/(openapi|json-schema))/;
  expect([...loadedWith('src/cli/main.ts')].filter((path) => own.test(path))).toEqual([]);
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  expect(bundled.filter((path) => own.test(path)).length).toBeGreaterThan(10);
});

it('the program is set up before undici, webhooks, the server, the receiver, a progress bar or a follower are evaluated', () => {
  const loaded = [...loadedWith('src/cli/main.ts')];
  expect(loaded).toContain('src/cli/commands/call.ts');
  expect(loaded).toContain('src/cli/commands/mcp/call.ts');
  expect(
    loaded.filter((path) => /undici|newswatch\/(mcp|server|receiver)|webhooks|progress/.test(path)),
  ).toEqual([]);
  expect(loaded.filter((path) => path.includes('commands/alerts/'))).toEqual([
    'src/cli/commands/alerts/follow-mode.ts',
  ]);
});

interface Cached {
  name: string;
  purpose?: string;
}

interface Launcher {
  cacheFileOf(name: string, purpose: string | undefined): string;
  compile(name: string, cachedData: Buffer): { cachedDataRejected: boolean };
  purposes: readonly string[];
}

// Later ones than Node 20 have a compile cache of their own.
describe.skipIf('enableCompileCache' in nodeModule)('on Node 20', () => {
  const require = nodeModule.createRequire(import.meta.url);
  const launcher = require('../../bin/newswatch.cjs') as Launcher;

  it.each([
    { name: 'cli' },
    ...launcher.purposes.map((purpose) => ({ name: 'cli', purpose })),
    { name: 'server' },
  ])('V8 takes the code cache that the build has made: %o', ({ name, purpose }: Cached) => {
    const cache = readFileSync(launcher.cacheFileOf(name, purpose));
    expect(launcher.compile(name, cache).cachedDataRejected).toBe(false);
  });

  it.each(['cli', 'server'])('V8 keeps the text of %s in one byte for each character', (name) => {
    const text = readFileSync(new URL(`../dist/${name}.cjs`, import.meta.url), 'latin1');
    expect(/[^\0-\x7f]/.exec(text)).toBeNull();
  });

  it.each([
    ['--help', ['child_process', 'crypto', 'fs/promises', 'http', 'http2', 'os', 'tls']],
    ['usage', ['child_process', 'crypto', 'fs/promises', 'http', 'http2', 'tls']],
  ])('%s loads none of the modules of Node that it has no use for', async (command, useless) => {
    const { base_url: SERVICE_BASE_URL } = await testServer();
    const folder = mkdtempSync(join(tmpdir(), 'newswatch-'));
    const [listing, file] = [join(folder, 'listing.cjs'), join(folder, 'modules')];
    writeFileSync(
      listing,
      `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(file)}, process.moduleLoadList.join('\\n')));`,
    );
    const env = cleanEnv({ SERVICE_BASE_URL, SERVICE_API_KEY: 'nw_no_key_of_this_server' });
    await cli([listing, binary, command], { env, program: [process.execPath, '--require'] });
    const loaded = readFileSync(file, 'utf8').split('\n');
    expect(loaded).toContain('NativeModule vm');
    expect(useless.filter((name) => loaded.includes(`NativeModule ${name}`))).toEqual([]);
  });
});

it('the program runs with flags of V8 that no code cache was made for', () => {
  const args = ['--no-opt', 'bin/newswatch.cjs', '--version'];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe(`${version}\n`);
});
