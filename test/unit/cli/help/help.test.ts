import { expect, it } from 'vitest';
import { runMain } from '../../../helpers/run-main.ts';

it.each([
  'news search',
  'monitors create',
  'webhook listen',
  'auth status',
  'admin news add',
  'news',
])('the help of %s is the same by --help, help and the help of its group', async (line) => {
  const words = line.split(' ');
  const { code, stdout, stderr } = await runMain([...words, '--help']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toContain(`Usage: newswatch ${line} [options]`);
  expect(await runMain(['help', ...words])).toEqual({ code, stdout, stderr });
  for (let groupSize = 1; groupSize < words.length; groupSize += 1) {
    const [group, command] = [words.slice(0, groupSize), words.slice(groupSize)];
    expect(await runMain([...group, 'help', ...command])).toEqual({ code, stdout, stderr });
  }
});

it('the help of a command is the same after a global flag', async () => {
  const { stderr } = await runMain(['news', 'search', '--help']);
  expect((await runMain(['--local', 'news', 'help', 'search'])).stderr).toBe(stderr);
});

it('newswatch without a command shows ten commands, and how to see all', async () => {
  const { code, stderr } = await runMain([], { terminals: ['stderr'] });
  expect(code).toBe(2);
  const lines = stderr.split('\n').filter((line) => line.startsWith('  newswatch '));
  expect(lines).toHaveLength(10);
  expect(stderr).toContain('All commands and flags: newswatch --help');
  expect(stderr).not.toContain('Global Options');
});

it('newswatch help prints the help of the program', async () => {
  const { code, stderr } = await runMain(['help']);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^Usage: newswatch /),
  });
  expect(stderr).toBe((await runMain(['--help'])).stderr);
});

it('an argument that is called help is not the command', async () => {
  const { stderr } = await runMain(['explain', 'help']);
  expect(JSON.parse(stderr)).toMatchObject({ error: 'invalid_value' });
  const search = await runMain(['news', 'search', 'help', '--dry']);
  expect(JSON.parse(search.stderr)).toMatchObject({ error: 'unknown_option' });
});
