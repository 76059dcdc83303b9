import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cli, type Program } from '../../helpers/cli.ts';
import { installNode, installPacked } from '../../helpers/packed.ts';
import { testEnvironments } from './test-environments.ts';
import { walk } from './walk.ts';

/** The oldest Node that package.json allows, the newest of each LTS line, and the current one. */
const releases = ['20.18.1', '20', '22', '24', 'latest'];

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const packed = await installed(installPacked());
const nodes = await Promise.all(releases.map((release) => installed(installNode(release))));

for (const [index, release] of releases.entries()) {
  const problem = [packed, nodes[index]].find((each) => each instanceof Error);
  const without = problem ? `: skipped because npm failed: ${problem.message}` : '';
  if (without) process.stderr.write(`Node ${release}${without}\n`);
  describe.skipIf(problem)(`the packed program on Node ${release}${without}`, () => {
    const node = join(String(nodes[index]), 'bin', 'node');
    const program: Program = [node, join(String(packed), 'bin', 'newswatch.cjs')];
    it('runs on this version of Node', async () => {
      const { stdout } = await cli(['process.version'], { program: [node, '-p'] });
      expect(stdout).toMatch(release === 'latest' ? /^v\d/ : new RegExp(`^v${release}[.\n]`));
    });
    walk(program);
    testEnvironments(program);
  });
}

/** The folder of an installed package, or the error of npm, for example without a network. */
async function installed(installing: ReturnType<typeof installNode>): Promise<string | Error> {
  try {
    const { project, folder } = await installing;
    folders.push(project);
    return folder;
  } catch (error) {
    const line = /^npm error .*/m.exec(error instanceof Error ? error.message : String(error));
    return new Error(line?.[0] ?? 'nothing');
  }
}
