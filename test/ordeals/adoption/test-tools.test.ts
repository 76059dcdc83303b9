import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeBlocks, readDocument } from '../../helpers/documents.ts';
import { installPacked } from '../../helpers/packed.ts';
import { isWholeMatrix, planChecks, recordCheck } from './report.ts';

const guide = readDocument('docs/test-server.md');

interface Tool {
  name: string;
  /** The packages to install. */
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
];

const rowOf = ({ packages }: Tool) =>
  ({
    table: 'test tools',
    tool: packages.join(', '),
    check: 'a fixture with the test server',
  }) as const;

planChecks(tools.map(rowOf));

describe.runIf(isWholeMatrix)('the test server in other test tools, as the guide shows it', () => {
  let project: string;
  beforeAll(async () => {
    ({ project } = await installPacked());
  }, 300_000);

  it.each(tools)('$name', { timeout: 300_000 }, async (tool) => {
    await recordCheck(rowOf(tool), async () => {
      const { name, packages, file, args } = tool;
      const [code = ''] = codeBlocks(guide, `js ${name}`);
      expect(code).toContain('startTestServer');
      await writeFile(join(project, file), code);
      const flags = ['--no-audit', '--no-fund', '--ignore-scripts'];
      await promisify(execFile)('npm', ['install', ...flags, ...packages], { cwd: project });
      const options = { cwd: project, env: { ...process.env, CI: '1' }, timeout: 200_000 };
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options);
      expect(stdout + stderr).toMatch(/1 passed/);
      return undefined;
    });
  });
});
