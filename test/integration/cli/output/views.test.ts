import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { mockServer } from '../../../helpers/mock-server.ts';
import { runMain } from '../../../helpers/run-main.ts';
import { envFor, sharedServer, unpaidKey } from '../../../helpers/server.ts';

const server = sharedServer();
const latest = ['news', 'latest', '--limit', '3'];
const run = (args: readonly string[], options: Parameters<typeof runMain>[1] = {}) =>
  runMain(args, { ...options, env: { ...envFor(server()), ...options.env } });

it('JSON is colored on a terminal only, and otherwise the same', async () => {
  const { stdout } = await run(latest);
  const shown = await run(latest, { terminals: ['stdout'] });
  expect(shown.stdout).toContain('\u001b[34m"items"\u001b[39m');
  expect(stripVTControlCharacters(shown.stdout)).toBe(stdout);
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    expect((await run(latest, { terminals: ['stdout'], env })).stdout).toBe(stdout);
  }
  expect((await run([...latest, '--color', 'always'])).stdout).toBe(shown.stdout);
});

it('a table fits the terminal, and shows times in UTC with --utc', async () => {
  const args = [...latest, '-f', 'table', '--utc', '--color', 'never'];
  const { stdout } = await run(args, { terminals: ['stdout'] });
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^title +source +publication_date$/);
  expect(lines[1]).toMatch(/ \d{4}-\d\d-\d\d \d\d:\d\dZ$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

it('only the program isolates right-to-left texts', async () => {
  const title = 'שלום \u2067 עולם';
  const body = JSON.stringify({ items: [{ title }], has_more: false, next_cursor: null });
  const headers = { 'content-type': 'application/json' };
  const service = await mockServer(http.get('*', () => new HttpResponse(body, { headers })));
  const env = envFor(service);
  const args = ['news', 'latest', '--fields', 'title'];
  const shown = await runMain([...args, '-f', 'table'], { env, terminals: ['stdout'] });
  expect(shown.stdout).toContain('\n\u2068שלום \\u2067 עולם\u2069\n');
  for (const flags of [['-f', 'table'], ['-f', 'csv'], []]) {
    const { stdout } = await runMain([...args, ...flags], { env });
    expect(stdout).toContain('שלום \\u2067 עולם');
    expect(stdout).not.toMatch(/[\u2066-\u2069]/);
  }
});

it('messages end their lines between words on a terminal', async () => {
  const env = envFor(server(), unpaidKey);
  const terminals = ['stdout', 'stderr'] as const;
  const { stderr } = await runMain(latest, { env, terminals, columns: 40 });
  expect(stderr).toMatch(/^newswatch: plan_required: News and\n {2}monitoring need a paid plan\./);
  const wide = await runMain(latest, { env });
  expect(wide.stderr.trimEnd()).not.toContain('\n');
});

it('an error of the service is JSON in every format', async () => {
  const env = envFor(server(), unpaidKey);
  for (const format of ['table', 'csv', 'tsv', 'json']) {
    const { code, stdout } = await runMain([...latest, '-f', format, '--fields', 'nothing'], {
      env,
    });
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ error: 'plan_required' });
  }
});

it('an unknown field is a usage error', async () => {
  const { code, stdout, stderr } = await run([...latest, '--fields', 'titel']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(JSON.parse(stderr)).toMatchObject({
    error: 'unknown_field',
    message: expect.stringContaining('did you mean title?'),
  });
});

it('an unknown field of a write stops it before anything is sent', async () => {
  const create = ['monitors', 'create', '--prompt', 'otters', '--fields', 'titel'];
  expect((await run(create)).code).toBe(2);
  expect(JSON.parse((await run(['monitors', 'list'])).stdout).monitors).toEqual([]);
});

it('the response of a write that does not have a field is printed as it is', async () => {
  const args = ['api', 'POST', '/api/v1/monitors/pause-all', '--fields', 'nothing'];
  await run(['monitors', 'create', '--prompt', 'otters']);
  const { code, stdout, stderr } = await run(args);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ monitors: [{ status: 'paused' }] });
  expect(JSON.parse(stderr)).toMatchObject({ error: 'unknown_field' });
});

describe('--output', () => {
  it('- is stdout', async () => {
    const before = await readdir('.');
    expect((await run([...latest, '-o', '-'])).stdout).toBe((await run(latest)).stdout);
    expect(await readdir('.')).toEqual(before);
  });

  it.each(['json', 'jsonl', 'table', 'csv', 'tsv'])('writes %s', async (format) => {
    const file = join(await mkdtemp(join(tmpdir(), 'newswatch-views-')), 'file');
    const args = [...latest, '-f', format];
    const { stdout } = await run(args);
    await run([...args, '-o', file], { terminals: ['stdout'] });
    expect(await readFile(file, 'utf8')).toBe(stdout);
  });
});

it.each([
  ['config', 'list'],
  ['explain', '7'],
  ['schema', 'news', 'search'],
  ['auth', 'status'],
  ['account', 'overview'],
])('%s %s prints every format', async (...args) => {
  for (const format of ['jsonl', 'table', 'csv', 'tsv']) {
    const { code, stdout } = await run([...args, '--format', format]);
    expect(code).toBe(0);
    expect(stdout).not.toBe('');
  }
  expect((await run([...args, '--compact'])).stdout.trimEnd().split('\n')).toHaveLength(1);
});
