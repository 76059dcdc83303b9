import { expect, it } from 'vitest';
import { runMain } from '../../../helpers/run-main.ts';

const seeRoot = 'See: newswatch --help';

it.each([
  ['nws', 'Did you mean newswatch news?'],
  ['monitor list', 'Did you mean newswatch monitors?'],
  ['serch x', 'Did you mean newswatch news search?'],
  ['list', 'Did you mean newswatch monitors list or newswatch alerts list or'],
  ['search x', 'Did you mean newswatch news search?'],
  ['latest', 'Did you mean newswatch news latest?'],
  ['latest -n 3', 'Did you mean newswatch news latest?'],
  ['connect', 'Did you mean newswatch delivery connect?'],
  ['overview', 'Did you mean newswatch account overview?'],
  ['listen', 'Did you mean newswatch webhook listen?'],
  ['pause mon_1', 'Did you mean newswatch monitors pause?'],
  ['rotate-secret chan_1', 'Did you mean newswatch delivery rotate-secret?'],
  ['whoami', 'Did you mean newswatch auth status?'],
  ['version', 'Use newswatch --version'],
  ['login', 'Set SERVICE_API_KEY'],
  ['auth login', 'Set SERVICE_API_KEY'],
  ['auth logout', 'Unset SERVICE_API_KEY'],
  ['alerts tail', 'Use newswatch alerts list --follow'],
  ['alerts follow', 'Use newswatch alerts list --follow'],
  ['watch chips', 'Use newswatch monitors create'],
  ['monitors ls', 'Did you mean newswatch monitors list?'],
  ['monitors show mon_1', 'Did you mean newswatch monitors get?'],
  ['monitors edit mon_1', 'Did you mean newswatch monitors set?'],
  ['monitors update mon_1', 'Did you mean newswatch monitors set?'],
  ['monitors add x', 'Did you mean newswatch monitors create?'],
  ['monitors rm mon_1', 'Did you mean newswatch monitors delete?'],
  ['delivery add', 'Did you mean newswatch delivery connect?'],
  ['delivery rm chan_1', 'Did you mean newswatch delivery disconnect?'],
  ['config rm timeout', 'Did you mean newswatch config unset?'],
  ['profile ls', 'Did you mean newswatch profile get?'],
  ['auth rm', 'See: newswatch auth --help'],
  ['monitors creat', 'Did you mean newswatch monitors create?'],
  ['news serch x', 'Did you mean newswatch news search?'],
  ['news find x', 'Did you mean newswatch news search?'],
  ['news chips', 'See: newswatch news --help'],
  ['news latest -x 3', 'See: newswatch news latest --help'],
  ['news latest --json', 'JSON is the default: omit --json'],
  ['news latest --limt 3', 'Did you mean --limit?'],
  ['news search chip exports', 'Quote values that contain spaces'],
  ['news search -cocoa', 'Put -- before a value that begins with a dash'],
  ['news search', 'See: newswatch news search --help'],
  ['news search x --limit', 'See: newswatch news search --help'],
  ['monitors create chips', 'Give the value with its flag: newswatch monitors create --prompt "…"'],
  ['monitors', 'See: newswatch monitors --help'],
  ['monitors delete', 'See: newswatch monitors delete --help'],
  ['--verison', 'Did you mean --version?'],
  ['help serach', seeRoot],
  ['news help serch', 'See: newswatch news --help'],
  ['--local --base-url https://a.example usage', seeRoot],
])('newswatch %s is rejected with a hint', async (line, hint) => {
  const { code, stdout, stderr } = await runMain(line.split(' '));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const failure = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
  expect(failure).toMatchObject({ kind: 'usage', hint: expect.stringContaining(hint) });
});

it.each(['--key=sk_secret', '-k=sk_secret', '--key=sk_secret\nmore'])(
  'the value of the unknown flag %j is not repeated',
  async (flag) => {
    const { code, stderr } = await runMain(['news', 'latest', flag]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/unknown option '--?k(ey)?'/);
    expect(stderr).not.toContain('secret');
  },
);
