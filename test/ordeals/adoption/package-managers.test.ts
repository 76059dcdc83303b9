import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createEmptyProject,
  installNode,
  installTools,
  packedPackage,
  run,
  warningsIn,
} from './projects.ts';
import { isWholeMatrix, planChecks, recordCheck } from './report.ts';

interface PackageManager {
  name: string;
  /** The npm package of the program, with a version range. */
  package: string;
  /** The program in that package: a script of Node.js if it ends with `js`. */
  program: string;
  /** The release of Node.js that the project uses (default: 24). */
  node?: string;
  /** Arguments that add a tarball to the project. */
  add: (tarball: string) => readonly string[];
  /** Arguments before a command of an installed package. */
  exec: readonly string[];
  /** Arguments before those of Node.js, if it must be started by the package manager. */
  runNode?: readonly string[];
  /** Files of the project by path. */
  files?: Readonly<Record<string, string>>;
  /** Warnings that the package manager prints for other packages too, and what they say. */
  known?: { lines: RegExp; note: string };
  isQuick?: boolean;
}

const system = `${process.platform}-${process.arch}`;
const addsTarball = (tarball: string) => ['add', tarball];

const npm = {
  program: 'bin/npm-cli.js',
  add: (tarball: string) => ['install', tarball],
  exec: ['exec', '--'],
};

const yarn = {
  package: '@yarnpkg/cli-dist@4',
  program: 'bin/yarn.js',
  add: (tarball: string) => ['add', `newswatch@file:${tarball}`],
  exec: ['run'],
  runNode: ['node'],
};
const yarnFiles = (linker: string) => ({
  '.yarnrc.yml': `nodeLinker: ${linker}\nenableTelemetry: false\n`,
  'yarn.lock': '',
});

const managers: PackageManager[] = [
  { ...npm, name: 'npm 12', package: 'npm@12', isQuick: true },
  { ...npm, name: 'npm 11', package: 'npm@11' },
  { ...npm, name: 'npm 10', package: 'npm@10' },
  {
    name: 'pnpm 12',
    package: `@pnpm/exe.${system}@12`,
    program: 'pnpm',
    add: addsTarball,
    exec: ['exec'],
    isQuick: true,
  },
  {
    name: 'pnpm 10 on Node 22',
    package: 'pnpm@10',
    program: 'bin/pnpm.cjs',
    node: '22',
    add: addsTarball,
    exec: ['exec'],
  },
  {
    ...yarn,
    name: "yarn 4 with Plug'n'Play",
    files: yarnFiles('pnp'),
    known: {
      lines: /ESM support for PnP uses the experimental loader API|Done with warnings/,
      note: 'yarn warns of each ES module that its loader is experimental',
    },
  },
  { ...yarn, name: 'yarn 4 with node_modules', files: yarnFiles('node-modules') },
  {
    name: 'bun 1',
    package: `@oven/bun-${system}@1`,
    program: 'bin/bun',
    add: addsTarball,
    exec: ['x'],
  },
];

const program = `
import { createClient } from 'newswatch';
import { startServer } from 'newswatch/server';

const server = await startServer({ sample: true, data: './data' });
const client = createClient({ baseUrl: server.baseUrl, apiKey: server.apiKey });
const { items } = await client.news.search({ query: 'chip exports', limit: 1 });
console.log(items.length);
await client.close();
await server.close();
`;

const rowOf = ({ name }: PackageManager) =>
  ({
    table: 'installation',
    tool: name,
    check: 'install, command line with `--local`, client and server, without a warning',
  }) as const;

planChecks(managers.map(rowOf));

const tarball = packedPackage();

describe('the packed package is installed and used', () => {
  const chosen = managers.filter(({ isQuick }) => isWholeMatrix || isQuick);

  it.each(chosen)('with $name', { timeout: 900_000 }, async (manager) => {
    await recordCheck(rowOf(manager), async () => {
      const tools = await installTools(manager.package);
      const node = await installNode(manager.node ?? '24');
      const script = join(
        tools,
        'node_modules',
        manager.package.replace(/@[^@]*$/, ''),
        manager.program,
      );
      const cwd = await createEmptyProject({ ...manager.files, 'try.js': program });
      const env = { PATH: `${node}:${process.env['PATH']}` };
      const runManager = (args: readonly string[]) =>
        /js$/.test(script)
          ? run(join(node, 'node'), [script, ...args], { cwd, env })
          : run(script, args, { cwd, env });
      const version = (await runManager(['--version'])).stdout.trim();

      const warnings = warningsIn(await runManager(manager.add(tarball())));
      expect(warnings.filter((line) => !manager.known?.lines.test(line))).toEqual([]);

      const search = ['newswatch', '--local', 'news', 'search', 'chips'];
      const found = await runManager([...manager.exec, ...search]);
      expect(JSON.parse(found.stdout)).toMatchObject({ items: expect.anything() });
      // npm 12 prints there what it runs.
      expect(warningsIn({ stdout: '', stderr: found.stderr })).toEqual([]);

      const used = manager.runNode
        ? await runManager([...manager.runNode, 'try.js'])
        : await run(join(node, 'node'), ['try.js'], { cwd, env });
      expect(used).toEqual({ stdout: '1\n', stderr: '' });
      return manager.known ? { version, note: manager.known.note } : { version };
    });
  });
});
