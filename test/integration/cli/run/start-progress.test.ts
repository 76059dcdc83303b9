import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { runMain } from '../../../helpers/run-main.ts';
import { envFor, sharedServer } from '../../../helpers/server.ts';

const server = sharedServer();
let folder = '';
let queries = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-progress-'));
  queries = join(folder, 'queries.txt');
  await writeFile(queries, 'chips\n\ncocoa\n{"query":"otters"}\n');
});

const batch = () => ['news', 'search', '--batch', queries];
const all = () => ['news', 'latest', '--all'];
const cleared = '\r\u001B[K';

type Options = NonNullable<Parameters<typeof runMain>[1]>;

async function stderrOf(args: string[], { env, ...options }: Options = {}) {
  const run = await runMain(args, {
    env: { ...envFor(server()), ...env },
    terminals: ['stderr'],
    ...options,
  });
  expect(run.code).toBe(0);
  return run.stderr;
}

it.each([
  ['a list', all, /100 items/],
  ['a streamed list', () => [...all(), '--format', 'jsonl'], /100 items/],
  ['a list of known length', () => ['news', 'latest', '--limit', '110'], /of 110 items/],
  ['a batch, whose lines are counted before', batch, /0 of 3 searches/],
  ['a batch in a file', () => [...batch(), '--output', join(folder, 'out')], /0 of 3 searches/],
])('is shown for %s on the terminal of stderr, and removed', async (_what, args, text) => {
  const stderr = await stderrOf(args());
  expect(stderr).toMatch(text);
  const [before, ...lines] = stderr.split(cleared);
  expect(before).toBe('');
  expect(lines.at(-1)).not.toMatch(/searches|items/);
});

it.each([
  ['in CI', all, { env: { CI: 'true' } }],
  ['with TERM=dumb', all, { env: { TERM: 'dumb' } }],
  ['with --no-progress', () => [...all(), '--no-progress'], {}],
  ['if stderr is no terminal', all, { terminals: ['stdout'] }],
  [
    'if a batch prints its results on the same terminal',
    batch,
    { terminals: ['stdout', 'stderr'] },
  ],
  [
    'if a list streams to the same terminal',
    () => [...all(), '--format', 'jsonl'],
    { terminals: ['stdout', 'stderr'] },
  ],
  ['for one page', () => ['news', 'latest', '--limit', '100', '--exit-status'], {}],
] satisfies [string, () => string[], Options][])(
  'is not shown %s',
  async (_when, args, options) => {
    expect(await stderrOf(args(), options)).not.toMatch(/\[K|\d items|\d searches/);
  },
);

it('is removed before an error is reported', async () => {
  const env = { ...envFor(server()), SERVICE_API_KEY: 'nw_wrong_0123456789' };
  const failed = await runMain(batch(), { env, terminals: ['stderr'] });
  expect(failed.code).toBe(4);
  const line = failed.stderr.indexOf('newswatch: unauthorized');
  expect(failed.stderr.slice(0, line).endsWith(cleared)).toBe(true);
});
