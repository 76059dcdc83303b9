import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeBlocks, readDocument } from '../../helpers/documents.ts';
import { createEmptyProject, installNode, packedPackage, run } from './projects.ts';
import { isWholeMatrix, planChecks, recordCheck } from './report.ts';

type Change = (code: string) => string;

const serverChecks: Readonly<Record<string, Change>> = {
  'a fixture with the test server': (code) => code,
  'ends although the server is not closed': (code) => {
    const changed = code.replace(/^.*server\.close\(\).*\n/m, '');
    expect(changed).not.toBe(code);
    return changed;
  },
};

interface Tool {
  name: string;
  /** The packages to install; none for a tool of Node. */
  packages: string[];
  file: string;
  /** Arguments of Node. */
  args: string[];
  /** Releases of Node.js. */
  nodes: string[];
  /** Changes of the example that is in the guide to the test server, by check. */
  checks: Readonly<Record<string, Change>>;
  /** What is done with the example of the guide to mocking. */
  mockingCheck?: string;
}

/** The default of 5 seconds is too short if other test files use all cores. */
const moreTime = ['--testTimeout=60000'];

const onNode24 = { nodes: ['24'], checks: serverChecks };

const tools: Tool[] = [
  {
    ...onNode24,
    name: 'vitest',
    packages: ['vitest@4'],
    file: 'news.test.js',
    args: ['node_modules/vitest/vitest.mjs', 'run', ...moreTime],
  },
  {
    name: 'jest',
    packages: ['jest@30', '@jest/globals@30'],
    file: 'news.test.js',
    args: [
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
      'news.test.js',
      ...moreTime,
    ],
    nodes: ['20', '24'],
    checks: serverChecks,
    mockingCheck: 'a stub of fetch',
  },
  {
    ...onNode24,
    name: 'playwright',
    packages: ['@playwright/test@1'],
    file: 'news.spec.js',
    args: ['node_modules/@playwright/test/cli.js', 'test', 'news.spec.js'],
  },
  {
    ...onNode24,
    name: 'node-test',
    packages: [],
    file: 'news.test.mjs',
    args: ['--test', 'news.test.mjs'],
  },
];

/** The program of a document for a tool. */
function example(document: string, { name }: Tool): string {
  const [code = ''] = codeBlocks(readDocument(document), `js ${name}`);
  expect(code).toContain("from 'newswatch");
  return code;
}

/** What is run with a tool: the program by the name of the check. */
function programs(tool: Tool): [check: string, code: () => string][] {
  const { checks, mockingCheck } = tool;
  const withServer = Object.entries(checks).map(([check, change]): [string, () => string] => [
    check,
    () => change(example('docs/test-server.md', tool)),
  ]);
  if (mockingCheck === undefined) return withServer;
  return [...withServer, [mockingCheck, () => example('docs/mocking.md', tool)]];
}

const casesOf = (tool: Tool) =>
  tool.nodes.flatMap((node) =>
    programs(tool).map(([check, code]) => {
      const name = `${tool.packages.join(', ') || 'node --test'} on Node ${node}`;
      return { node, code, row: { table: 'test tools', tool: name, check } as const };
    }),
  );

planChecks(tools.flatMap(casesOf).map(({ row }) => row));

const tarball = packedPackage();

describe.runIf(isWholeMatrix)('what the documents show for test tools', () => {
  it.each(tools)('runs with $name', { timeout: 600_000 }, async (tool) => {
    const { packages, file, args } = tool;
    const cwd = await createEmptyProject();
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts'];
    await run('npm', ['install', ...flags, tarball(), ...packages], { cwd });
    for (const { node, code, row } of casesOf(tool)) {
      const program = join(await installNode(node), 'node');
      await recordCheck(row, async () => {
        await writeFile(join(cwd, file), code());
        // Rejects if the tool does not end, or its exit code is not 0.
        const { stdout, stderr } = await run(program, args, { cwd, timeout: 100_000 });
        expect(stdout + stderr).toMatch(/1 passed|pass 1$/m);
        expect(stdout + stderr).not.toContain('did not exit');
        return undefined;
      });
    }
  });
});
