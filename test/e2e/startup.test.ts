import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { version } from '../../package.json';
import { binary, cleanEnv } from '../helpers/cli.ts';
import { mockServer } from '../helpers/mock-server.ts';
import { envFor, sharedServer } from '../helpers/server.ts';

/** The build's record of the command line's bundle: its input files and what each of them imports. */
interface Metafile {
  inputs: Record<string, { imports: { path: string; kind: string }[] }>;
  outputs: Record<string, { inputs: Record<string, object> }>;
}

const metafile = JSON.parse(
  readFileSync(new URL('../../dist/metafile-cjs.json', import.meta.url), 'utf8'),
) as Metafile;

const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));

/** The files that are evaluated together with one file: its static imports and theirs. */
function evaluatedWith(path: string, seen = new Set<string>()): string[] {
  seen.add(path);
  for (const { path: imported, kind } of metafile.inputs[path]?.imports ?? []) {
    if (kind !== 'dynamic-import' && !seen.has(imported)) evaluatedWith(imported, seen);
  }
  return [...seen];
}

const server = sharedServer();

/** The files of the package that a command loads as CommonJS. */
async function filesLoadedBy(...args: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-loaded-'));
  const [preload, list] = [join(folder, 'preload.cjs'), join(folder, 'list.json')];
  await writeFile(
    preload,
    `process.on('exit', () => {
      const files = Object.keys(require.cache);
      require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(files));
    });`,
  );
  const env = cleanEnv(envFor(server()));
  await promisify(execFile)(process.execPath, ['-r', preload, binary, ...args], { env });
  const files: string[] = JSON.parse(await readFile(list, 'utf8'));
  await rm(folder, { recursive: true });
  // The last part of other names is a hash of their content, in base64url.
  return files.slice(1).map((path) => basename(path).replace(/-[\w-]{8}\.cjs$/, ''));
}

it('loads one file of the program for help, and two more for a call', async () => {
  const program = ['newswatch.cjs', 'cli.cjs', 'cli-rolldown-runtime'];
  expect(await filesLoadedBy('--help')).toEqual(program);
  const call = [...program, 'cli-call', 'cli-env-paths'];
  expect(await filesLoadedBy('account', 'overview')).toEqual(call);
});

it('loads no file of operations to verify a webhook', () => {
  const outputs = Object.entries(metafile.outputs);
  const call = outputs.filter(([name]) => name.startsWith('dist/cli-call-'));
  expect(call).toHaveLength(1);
  const inCall = new Set(call.flatMap(([, { inputs }]) => Object.keys(inputs)));
  const verification = [
    ...evaluatedWith('src/cli/commands/webhook/webhook.ts'),
    ...evaluatedWith('src/webhooks/index.ts'),
  ];
  expect(verification.filter((path) => inCall.has(path))).toEqual([]);
});

it('bundles no code of the server, the receiver or MCP into the command line', () => {
  const foreign =
    /src\/(mcp|server|receiver|storage)\/|node_modules\/(hono|@hono|feedsmith|entities|stemmer|@photostructure|@modelcontextprotocol|ipaddr|oidc-provider|koa|jose)/;
  expect(bundled.filter((path) => foreign.test(path))).toEqual([]);
});

it('bundles only the parts of undici that send requests', () => {
  const unused = /undici\/(index|lib\/web\/(websocket|cache))/;
  expect(bundled.filter((path) => unused.test(path))).toEqual([]);
});

it('prints the version without the program', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-version-'));
  for (const file of ['bin/newswatch.cjs', 'package.json']) {
    await cp(new URL(`../../${file}`, import.meta.url), join(folder, file));
  }
  for (const flag of ['--version', '-V']) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(folder, 'bin/newswatch.cjs'),
      flag,
    ]);
    expect(stdout).toBe(`${version}\n`);
  }
  await rm(folder, { recursive: true });
});

it('does not let V8 optimize the parser of responses for one response', async () => {
  const headers = Array.from({ length: 40 }, (_, n) => [`x-id-${n}`, randomUUID()]);
  const server = await mockServer(
    http.get('*/api/v1/account/overview', () =>
      HttpResponse.json({}, { headers: Object.fromEntries(headers) }),
    ),
  );
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--trace-wasm-compilation-times', binary, 'account', 'overview'],
    { env: cleanEnv(envFor(server)) },
  );
  expect(stdout).toContain('Liftoff');
  expect(stdout).not.toContain('TurboFan');
});

/** What a command that calls an operation evaluates, until it connects. */
const plain = [
  ...evaluatedWith('src/cli/entry.ts'),
  ...evaluatedWith('src/cli/commands/operations.ts'),
];

it('evaluates no operation and no schema for help', () => {
  const program = evaluatedWith('src/cli/entry.ts');
  expect(program).toContain('src/cli/program.ts');
  const unused = /node_modules\/zod\/|src\/contract\/(operations?|field|output-fields)\.ts/;
  expect(plain.some((path) => unused.test(path))).toBe(true);
  expect(program.filter((path) => unused.test(path))).toEqual([]);
});

it('loads no module of Node that only some commands need', () => {
  const loaded = plain.filter((path) => path.startsWith('node:'));
  // Each of these takes one to eight milliseconds to load.
  const costly = /^node:(child_process|crypto|fs\/promises|http|os|stream\/promises|tls|zlib)$/;
  expect(loaded).toContain('node:fs');
  expect(loaded.filter((path) => costly.test(path))).toEqual([]);
});

it.each([
  ['undici', /node_modules\/undici/],
  ['the commands of other groups', /cli\/commands\/(api|config|schema|man|skill|explain)\.ts/],
  ['webhook verification', /src\/webhooks\//],
  ['progress', /output\/progress/],
  ['lists of several pages', /run\/list-all/],
  ['dates and filters', /run\/(time-value|filter-check|input-failure)/],
  [
    'tables',
    /view\/(table-view|list-table|record-table|text-width|local-time)|string-width|east-asian-width/,
  ],
  ['CSV and TSV', /view\/separated-/],
  ['the selection of fields', /view\/(select-fields|schema-fields)/],
  ['the pager', /output\/pager/],
  ['files of --output and --secret-file', /output\/response-file|run\/secret-file/],
  ['changes of the settings', /config\/change-config|node\/(atomic-file|file-lock)/],
  ['the server program', /serve\/(run-serve|server-options|copy-from|secret-keys|agent)/],
  ['colors of JSON', /view\/color-json/],
  [
    'JSON Schemas and OpenAPI',
    /schema-(document|index|outline)|response-shape|contract\/(openapi|json-schema)/,
  ],
  ['descriptions of MCP tools', /mcp\/tool-outline/],
  ['jq and --max-bytes', /view\/(jq|bounded|byte-count)/],
  ['the browser', /web\/open-/],
  ['completion scripts', /help\/completion\//],
  ['the manual page', /man-page/],
  ['the checks of doctor', /doctor\/(run-checks|check-)/],
  ['webhook listen', /webhook\/listen\/(?!listen(-flags)?\.ts)/],
  ['saved API keys', /cli\/sign-in\/|auth\/(?!auth\.ts)/],
  ['the alert follower', /alerts\/(?!.*follow-mode).*\.ts/],
  ['questions to a person', /run\/(ask|confirm|confirm-call)\.ts/],
  ['calls for many ids', /run\/(run-many|outcome)\.ts|node_modules\/p-map/],
  ['files of monitors', /monitors\/(own-monitors|file\/(?!file-mode).*)\.ts/],
  ['the editor', /monitors\/edit\//],
])('evaluates %s only when a command needs it', (_, files) => {
  expect(bundled.some((path) => files.test(path))).toBe(true);
  expect(plain.filter((path) => files.test(path))).toEqual([]);
});
