import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextTool, startNext } from './next.ts';
import { programFiles, result, sampleServer, serverProgram, serverResult } from './program.ts';
import { createProject, installTools, packedPackage, run } from './projects.ts';
import { isWholeMatrix, planChecks, recordCheck } from './report.ts';

const tools = {
  esbuild: '0.28.2',
  webpack: '5.112.2',
  vite: '8.3.8',
  rollup: '4.68.7',
  rolldown: '1.3.2',
  '@rollup/plugin-node-resolve': '16.0.3',
};

interface Bundler {
  name: string;
  tool: keyof typeof tools;
  /** Configuration files by name. */
  files?: Record<string, string>;
  /** A script that bundles the program in the folder of the project. */
  script: string;
  /** Arguments of Node. */
  output: readonly string[];
  isQuick?: boolean;
}

const runLambda = (file: string) => [
  '-e',
  `require('./${file}').handler().then((result) => console.log(JSON.stringify(result)))`,
];

const runModule = (file: string) => [
  '--input-type=module',
  '-e',
  `import { handler } from './${file}'; console.log(JSON.stringify(await handler()))`,
];

const esbuild = (options: string) => `
import { build } from 'esbuild';
await build({ bundle: true, minify: true, logLevel: 'warning', ${options} });`;

const webpack = (options: string, name: string) => `
import webpack from 'webpack';
const stats = await new Promise((resolve, reject) => webpack({
  mode: 'production', ${options}, context: process.cwd(),
  output: { path: process.cwd() + '/out', filename: '${name}.cjs', library: { type: 'commonjs2' } },
}, (error, stats) => error ? reject(error) : resolve(stats)));
if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString('errors-warnings'));`;

/** Bundlers of a program that searches and verifies a webhook. */
const bundlers: Bundler[] = [
  {
    name: 'ES module for Node',
    tool: 'esbuild',
    script: esbuild(
      `entryPoints: ['main.js'], platform: 'node', format: 'esm', outfile: 'out/main.mjs'`,
    ),
    output: ['out/main.mjs'],
    isQuick: true,
  },
  {
    name: 'CommonJS for AWS Lambda',
    tool: 'esbuild',
    script: esbuild(
      `entryPoints: ['lambda.js'], platform: 'node', format: 'cjs', outfile: 'out/lambda.cjs'`,
    ),
    output: runLambda('out/lambda.cjs'),
    isQuick: true,
  },
  {
    name: 'ES module for browsers and workers',
    tool: 'esbuild',
    script: esbuild(
      `entryPoints: ['lambda.js'], platform: 'browser', format: 'esm', outfile: 'out/worker.mjs'`,
    ),
    output: runModule('out/worker.mjs'),
    isQuick: true,
  },
  ...['node', 'webworker'].map(
    (target): Bundler => ({
      name: `target ${target}`,
      tool: 'webpack',
      script: webpack(`target: '${target}', entry: './lambda.js'`, 'lambda'),
      output: runLambda('out/lambda.cjs'),
    }),
  ),
  {
    name: 'SSR build',
    tool: 'vite',
    script: `
import { build } from 'vite';
await build({
  logLevel: 'error', ssr: { noExternal: true },
  build: { ssr: 'main.js', outDir: 'out', rolldownOptions: { output: { entryFileNames: 'main.mjs' } } },
});`,
    output: ['out/main.mjs'],
  },
  {
    name: 'ES module for Node',
    tool: 'rollup',
    script: `
import { rollup } from 'rollup';
import { nodeResolve } from '@rollup/plugin-node-resolve';
const bundle = await rollup({
  input: 'main.js', plugins: [nodeResolve({ exportConditions: ['node'] })],
  onwarn: ({ message }) => { throw new Error(message); },
});
await bundle.write({ file: 'out/main.mjs', format: 'es', inlineDynamicImports: true });`,
    output: ['out/main.mjs'],
  },
  {
    name: 'ES module for Node',
    tool: 'rolldown',
    script: `
import { build } from 'rolldown';
await build({
  input: 'main.js', platform: 'node',
  onLog: (level, log) => { if (level === 'warn') throw new Error(log.message); },
  output: { file: 'out/main.mjs', codeSplitting: false },
});`,
    output: ['out/main.mjs'],
  },
];

/** Bundlers of a function that starts a test server. The package stays installed beside the bundle. */
const serverBundlers: Bundler[] = [
  {
    name: 'CommonJS, with a test server',
    tool: 'esbuild',
    script: esbuild(
      `entryPoints: ['server.js'], platform: 'node', format: 'cjs', outfile: 'out/server.cjs'`,
    ),
    output: runLambda('out/server.cjs'),
    isQuick: true,
  },
  {
    name: 'ES module for Node, with a test server',
    tool: 'esbuild',
    script: esbuild(
      `entryPoints: ['server.js'], platform: 'node', format: 'esm', outfile: 'out/server.mjs'`,
    ),
    output: runModule('out/server.mjs'),
  },
  {
    name: 'target node, with a test server',
    tool: 'webpack',
    // pg imports pg-native if it is installed.
    script: webpack(
      `target: 'node', entry: './server.js', ignoreWarnings: [/pg-native/]`,
      'server',
    ),
    output: runLambda('out/server.cjs'),
  },
];

const rowOf = ({ tool, name }: Bundler) =>
  ({ table: 'bundlers', tool: `${tool} ${tools[tool]}`, check: name }) as const;
const nextRow = (runtime: string) =>
  ({ table: 'bundlers', tool: nextTool, check: `${runtime} route` }) as const;
const nextRuntimes = ['nodejs', 'edge'];

planChecks([...[...bundlers, ...serverBundlers].map(rowOf), ...nextRuntimes.map(nextRow)]);

const server = sampleServer();
const tarball = packedPackage();

const installed = () =>
  installTools(...Object.entries(tools).map(([name, version]) => `${name}@${version}`));

const chosen = ({ isQuick }: Bundler) => isWholeMatrix || isQuick;

describe('a program that searches and verifies a webhook', () => {
  it.each(bundlers.filter(chosen))(
    'is bundled by $tool as $name',
    { timeout: 400_000 },
    async (bundler) => {
      const { script, output } = bundler;
      const files = { ...programFiles, 'bundle.js': script };
      const cwd = await createProject(await installed(), tarball(), files);
      await recordCheck(rowOf(bundler), async () => {
        const bundled = await run(process.execPath, ['bundle.js'], { cwd });
        expect(bundled.stderr).toBe('');
        const { stdout } = await run(process.execPath, output, { cwd, env: server() });
        expect(JSON.parse(stdout)).toEqual(result);
        return undefined;
      });
    },
  );
});

describe('a function that starts a test server', () => {
  it.each(serverBundlers.filter(chosen))(
    'is bundled by $tool as $name',
    { timeout: 400_000 },
    async (bundler) => {
      const files = { 'server.js': serverProgram, 'bundle.js': bundler.script };
      const cwd = await createProject(await installed(), tarball(), files, { optional: true });
      await recordCheck(rowOf(bundler), async () => {
        const bundled = await run(process.execPath, ['bundle.js'], { cwd });
        expect(bundled.stderr).toBe('');
        const { stdout, stderr } = await run(process.execPath, bundler.output, { cwd });
        expect(stderr).toBe('');
        expect(JSON.parse(stdout)).toEqual(serverResult);
        return { note: 'with the package installed beside the bundle' };
      });
      // webpack writes the path of the package into its bundle.
      if (bundler.tool === 'webpack') return;
      await rm(join(cwd, 'node_modules/newswatch'), { recursive: true });
      const running = run(process.execPath, bundler.output, { cwd });
      await expect(running).rejects.toThrow('mark newswatch as external');
    },
  );
});

describe.runIf(isWholeMatrix)('an app of Next.js', () => {
  it('searches and verifies webhooks on Node and on the edge', { timeout: 600_000 }, async () => {
    const starting = startNext(tarball(), server());
    for (const runtime of nextRuntimes) {
      await recordCheck(nextRow(runtime), async () => {
        const response = await fetch(new URL(`/${runtime}`, await starting));
        expect(await response.json()).toEqual(result);
        return undefined;
      });
    }
  });
});
