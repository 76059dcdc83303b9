import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { cleanEnv } from '../helpers/cli.ts';
import { project } from '../helpers/documents.ts';

// About 30 commands, one after the other.
it('the tests for all platforms pass here', { timeout: 240_000 }, async () => {
  const file = join(project, 'test', 'platforms', 'smoke.test.js');
  const args = ['--test', '--test-reporter', 'tap', file];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: cleanEnv() });
  expect(stdout).toMatch(/^# pass [1-9]\d*$/m);
  expect(stdout).toMatch(/^# fail 0$/m);
});
