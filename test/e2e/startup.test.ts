import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { version } from '../../package.json';

/** esbuild's record of the command line's bundle: its input files and what each of them imports. */
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

it('bundles the command line into one file', () => {
  expect(Object.keys(metafile.outputs)).toEqual(['dist/cli.cjs']);
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

it('loads no module of Node that only some commands need', () => {
  const loaded = evaluatedWith('src/cli/main.ts').filter((path) => path.startsWith('node:'));
  // Each of these takes one to eight milliseconds to load.
  const costly = /^node:(child_process|crypto|fs\/promises|http|os|stream\/promises|tls|zlib)$/;
  expect(loaded).toContain('node:fs');
  expect(loaded.filter((path) => costly.test(path))).toEqual([]);
});

it.each([
  ['undici', /node_modules\/undici/],
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
  expect(evaluatedWith('src/cli/main.ts').filter((path) => files.test(path))).toEqual([]);
});
