import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

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

it('prints the version before Commander, zod or undici are evaluated', () => {
  const later = evaluatedWith('src/cli/entry.ts').filter((path) =>
    /node_modules|main\.ts/.test(path),
  );
  expect(later).toEqual([]);
});

it.each([
  ['undici', /node_modules\/undici/],
  ['webhook verification', /src\/webhooks\//],
  ['the progress bar', /progress-bar/],
  ['JSON Schemas and OpenAPI', /schema-document|contract\/(openapi|json-schema)/],
  ['completion scripts', /help\/completion\//],
  ['the manual page', /man-page/],
  ['the checks of doctor', /doctor\/(run-checks|check-)/],
  ['the alert follower', /alerts\/(?!.*follow-mode).*\.ts/],
])('evaluates %s only when a command needs it', (_, files) => {
  expect(bundled.some((path) => files.test(path))).toBe(true);
  expect(evaluatedWith('src/cli/main.ts').filter((path) => files.test(path))).toEqual([]);
});
