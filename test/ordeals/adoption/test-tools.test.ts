import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeBlocks, readDocument } from '../../helpers/documents.ts';
import { installPacked } from '../../helpers/packed.ts';
import { isWholeMatrix, planChecks, recordCheck } from './report.ts';

const guide = readDocument('docs/test-server.md');

interface Tool {
  name: string;
  /** The packages to install; none for a tool of Node. */
  packages: string[];
  file: string;
  /** Arguments of Node. */
  args: string[];
}

/** The default of 5 seconds is too short if other test files use all cores. */
const moreTime = ['--testTimeout=60000'];

const tools: Tool[] = [
  {
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
  },
  {
    name: 'playwright',
    packages: ['@playwright/test@1'],
    file: 'news.spec.js',
    args: ['node_modules/@playwright/test/cli.js', 'test', 'news.spec.js'],
  },
  {
    name: 'node-test',
    packages: [],
    file: 'news.test.mjs',
    args: ['--test', 'news.test.mjs'],
  },
];

const checks = {
  'a fixture with the test server': (code: string) => code,
  'ends although the server is not closed': (code: string) =>
    code.replace(/^.*server\.close\(\).*\n/m, ''),
};

const cases = tools.flatMap((tool) =>
  Object.entries(checks).map(([check, change]) => {
    const name = tool.packages.join(', ') || 'node --test';
    return { ...tool, check, change, row: { table: 'test tools', tool: name, check } as const };
  }),
);

planChecks(cases.map(({ row }) => row));

describe.runIf(isWholeMatrix)('the test server in other test tools, as the guide shows it', () => {
  let project: string;
  beforeAll(async () => {
    ({ project } = await installPacked());
    return () => rm(project, { recursive: true, force: true });
  }, 300_000);

  it.each(cases)('$name: $check', { timeout: 300_000 }, async (each) => {
    const { row, name, packages, file, args, change } = each;
    await recordCheck(row, async () => {
      const [code = ''] = codeBlocks(guide, `js ${name}`);
      expect(code).toContain('server.close()');
      await writeFile(join(project, file), change(code));
      const flags = ['--no-audit', '--no-fund', '--ignore-scripts'];
      await promisify(execFile)('npm', ['install', ...flags, ...packages], { cwd: project });
      const env = { ...process.env, CI: '1', NODE_TEST_CONTEXT: undefined };
      // Rejects if the tool does not end, or its exit code is not 0.
      const options = { cwd: project, env, timeout: 200_000 };
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options);
      expect(stdout + stderr).toMatch(/1 passed|pass 1$/m);
      expect(stdout + stderr).not.toContain('did not exit');
      return undefined;
    });
  });
});
