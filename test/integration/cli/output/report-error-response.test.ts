import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { runMain } from '../../../helpers/run-main.ts';
import { envFor, sharedServer, unpaidKey } from '../../../helpers/server.ts';

const server = sharedServer();
const terminals = ['stdout', 'stderr'] as const;

it.each([
  ['news', 'latest'],
  ['alerts', 'list', '--follow'],
])(
  'an error of the service is printed once if both streams are terminals (%s %s)',
  async (...args) => {
    const env = envFor(server(), unpaidKey);
    const { code, stdout, stderr } = await runMain(args, { env, terminals });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^newswatch: plan_required: /),
      `  show ${server().baseUrl}/pricing to a human; never buy a plan automatically`,
      expect.stringMatching(/^ {2}request id: \S+$/),
      '',
    ]);
  },
);

it.each([
  ['stdout is read by a program', ['stderr'], []],
  ['stderr is a log', ['stdout'], []],
  ['the JSON is asked for', ['stdout', 'stderr'], ['--compact']],
] as const)('its JSON is on stdout too if %s', async (_when, streams, flags) => {
  const env = envFor(server(), unpaidKey);
  const run = await runMain(['news', 'latest', ...flags], { env, terminals: streams });
  expect(run.code).toBe(3);
  expect(JSON.parse(run.stdout)).toMatchObject({ error: 'plan_required' });
  const line = /^newswatch: plan_required: [^\n]*; show [^\n]*; request id: [^\n]*\n$/;
  if (streams.length < 2) expect(run.stderr).toMatch(line);
});

it('an error of the program is one line if only stderr is a terminal', async () => {
  const env = envFor(server());
  const run = await runMain(['news', 'serch'], { env, terminals: ['stderr'] });
  expect(run).toEqual({
    code: 2,
    stdout: '',
    stderr: "newswatch: unknown command 'serch'; Did you mean newswatch news search?\n",
  });
});

it('--compact is named on a terminal if the message leaves out a part of the response', async () => {
  const args = ['api', 'GET', '/api/v1/news/latest?limit=0'];
  const shown = await runMain(args, { env: envFor(server()), terminals });
  expect(shown.stderr).toMatch(/\n {2}--compact prints the whole response\n$/);
  const { stdout, stderr } = await runMain([...args, '--compact'], {
    env: envFor(server()),
    terminals,
  });
  expect(JSON.parse(stdout).issues).toHaveLength(1);
  expect(stderr).not.toContain('--compact');
});

it('an error of the program is text on a terminal, and JSON in a log', async () => {
  const args = ['news', 'latest', '--limit', '0'];
  const shown = await runMain(args, { env: envFor(server()), terminals });
  expect(shown).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^newswatch: --limit must be .*\n {2}See: .* --help\n$/),
  });
  const logged = await runMain(args, { env: envFor(server()) });
  expect(JSON.parse(logged.stderr)).toMatchObject({ error: 'invalid_value', exit_code: 2 });
});

it('a rejected key is reported by auth status too', async () => {
  const { code, stdout, stderr } = await runMain(['auth', 'status'], {
    env: envFor(server(), 'nw_unknown_0123456789'),
  });
  expect(code).toBe(4);
  expect(JSON.parse(stdout)).toMatchObject({ accepted: false, status: 401 });
  expect(stderr).toMatch(/^newswatch: unauthorized: /);
});

it('auth status prints only the message with the way out if both streams are terminals', async () => {
  const env = envFor(server(), 'nw_unknown_0123456789');
  const { code, stdout, stderr } = await runMain(['auth', 'status'], { env, terminals });
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^newswatch: unauthorized: /),
    '  create a key in the settings under Agents, then run newswatch auth login or set SERVICE_API_KEY',
    expect.stringMatching(/^ {2}request id: /),
    '  the key is from SERVICE_API_KEY',
    '',
  ]);
});

it('the first failed search of a batch is reported', async () => {
  const { code, stderr } = await runMain(['news', 'search', '--batch', '-'], {
    env: envFor(server(), unpaidKey),
    stdin: Readable.from([Buffer.from('"chips"\n')]),
  });
  expect(code).toBe(3);
  expect(stderr).toMatch(/^newswatch: plan_required: [^\n]+\n$/);
});
