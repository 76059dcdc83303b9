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
  expect(stderr).toContain(`USAGE\n  newswatch ${line} `);
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
  expect(stderr).not.toContain('GLOBAL FLAGS');
});

it.each(['news help search --help', 'help news search -h', 'news help search help'])(
  'newswatch %s prints the help of news search once',
  async (line) => {
    const { stderr } = await runMain(['news', 'search', '--help']);
    expect(await runMain(line.split(' '))).toMatchObject({ code: 0, stderr });
  },
);

it.each(['news help help', 'news help --help', 'help news help'])(
  'newswatch %s prints the help of news',
  async (line) => {
    const { stderr } = await runMain(['news', '--help']);
    expect(await runMain(line.split(' '))).toMatchObject({ code: 0, stderr });
  },
);

it('newswatch help prints the help of the program', async () => {
  const { code, stderr } = await runMain(['help']);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining('USAGE\n  newswatch <command> [flags]\n'),
  });
  expect(stderr).toBe((await runMain(['--help'])).stderr);
});

it('an argument that is called help is not the command', async () => {
  const { stderr } = await runMain(['explain', 'help']);
  expect(JSON.parse(stderr)).toMatchObject({ error: 'invalid_value' });
  const search = await runMain(['news', 'search', 'help', '--dry']);
  expect(JSON.parse(search.stderr)).toMatchObject({ error: 'unknown_option' });
});

/** The help of a command on a terminal with this number of columns. */
async function helpAt(columns: number, line: string, env: Record<string, string> = {}) {
  const args = line === '' ? [] : [...line.split(' '), '--help'];
  const { stderr } = await runMain(args, { terminals: ['stderr'], columns, env });
  return stderr;
}

it.each([40, 80, 200])('help fits %d columns', async (columns) => {
  for (const line of ['', 'news', 'news search', 'monitors create', 'auth login', 'serve']) {
    const text = await helpAt(columns, line, { NO_COLOR: '1' });
    const lines = text.split('\n').filter((each) => !each.startsWith('newswatch: '));
    const long = lines.filter((each) => each.length > Math.min(columns, 100));
    // Examples and addresses are kept whole, so that they can be copied.
    expect(long.filter((each) => !/^ +(?:\$ |\S+$)/.test(each))).toEqual([]);
  }
});

it('help has the sections that a command needs, in one order', async () => {
  const headings = async (line: string) =>
    (await helpAt(80, line, { NO_COLOR: '1' })).match(/^[A-Z][A-Z ]+$/gm);
  expect(await headings('news search')).toEqual([
    'USAGE',
    'ARGUMENTS',
    'FLAGS',
    'GLOBAL FLAGS',
    'EXAMPLES',
    'LEARN MORE',
  ]);
  expect(await headings('news')).toEqual(['USAGE', 'COMMANDS', 'GLOBAL FLAGS', 'LEARN MORE']);
  const { stderr } = await runMain(['--help']);
  expect(stderr.match(/^[A-Z][A-Z ]+$/gm)).toEqual([
    'USAGE',
    'NEWS AND MONITORS',
    'DELIVERY',
    'ACCOUNT',
    'SERVER',
    'TOOLS',
    'GLOBAL FLAGS',
    'EXAMPLES',
    'LEARN MORE',
  ]);
});

it('headings are bold only on a terminal with colors', async () => {
  expect(await helpAt(80, 'news search')).toContain('\u001b[1mFLAGS\u001b[22m\n');
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    expect(await helpAt(80, 'news search', env)).not.toContain('\u001b');
  }
  expect((await runMain(['news', 'search', '--help'])).stderr).not.toContain('\u001b');
});

it('choices and defaults are shown in one note', async () => {
  const { stderr } = await runMain(['news', 'latest', '--help']);
  expect(stderr.replace(/\s+/g, ' ')).toMatch(/\(one of: json, jsonl[^)]*; default: json\)/);
});
