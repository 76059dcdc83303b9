import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';
import { mockServer } from '../../helpers/mock-server.ts';
import { envFor, testServer, unpaidKey } from '../../helpers/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'newswatch-monitors-'));
let files = 0;

function fileWith(entries: readonly object[]): string {
  files += 1;
  const path = join(folder, `monitors-${files}.jsonl`);
  writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return path;
}

const entries = [
  { title: 'Chips', prompt: 'chip exports', every_minutes: 30, exclude_words: ['live blog'] },
  { title: 'Cocoa', prompt: 'cocoa quotas', status: 'paused', quiet_hours: '22:00-07:00' },
  { title: 'Ships', prompt: 'port congestion', every_minutes: null, min_relevance: 0.25 },
];

async function ownServer(options: Parameters<typeof testServer>[0] = {}) {
  const env = envFor(await testServer(options));
  const run = (args: readonly string[], input = '') => cli(['monitors', ...args], { env, input });
  return {
    env,
    run,
    async create(args: readonly string[], input = '') {
      const { code, stdout, stderr } = await run(['create', '--from', ...args], input);
      const lines = stdout.split('\n').filter((line) => line !== '');
      return { code, stderr, lines: lines.map((line) => JSON.parse(line)) };
    },
    async list() {
      return JSON.parse((await run(['list'])).stdout).monitors as { id: string; title: string }[];
    },
  };
}

const resultsOf = ({ lines }: { lines: { title: string; result: string }[] }) =>
  lines.map(({ title, result }) => `${title} ${result}`);

it('prints compact lines with --compact too', async () => {
  const { run } = await ownServer();
  const plain = await run(['create', '--from', fileWith(entries), '--dry-run']);
  const compact = await run(['create', '--from', fileWith(entries), '--dry-run', '--compact']);
  expect(compact).toEqual(plain);
  expect(compact.code).toBe(0);
});

it('several processes at once create each monitor once', async () => {
  // All of them list the monitors before one of them creates any.
  const { create, list } = await ownServer({ latency: 700 });
  const file = fileWith(entries);
  const runs = await Promise.all([1, 2, 3].map(() => create([file])));
  const monitors = await list();
  expect(monitors.map(({ title }) => title).sort()).toEqual(['Chips', 'Cocoa', 'Ships']);
  const ids = new Map(monitors.map(({ id, title }) => [title, id]));
  for (const { code, lines } of runs) {
    expect(code).toBe(0);
    expect(lines.map(({ title, id }) => [title, id])).toEqual(
      entries.map(({ title }) => [title, ids.get(title)]),
    );
  }
});

describe('monitors create --from', () => {
  it('creates the monitors in order, and changes nothing the second time', async () => {
    const { create, list } = await ownServer();
    const file = fileWith(entries);
    const first = await create([file]);
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('3 created\n') });
    expect(resultsOf(first)).toEqual(['Chips created', 'Cocoa created', 'Ships created']);
    const monitors = await list();
    expect(monitors).toMatchObject(entries);
    expect(first.lines.map(({ id }) => id)).toEqual(monitors.map(({ id }) => id));
    const second = await create([file]);
    expect(second).toMatchObject({ code: 0, stderr: 'newswatch: 3 unchanged\n' });
    expect(await list()).toEqual(monitors);
  });

  it('changes what differs, and shows it before with --dry-run', async () => {
    const { create, list } = await ownServer();
    await create([fileWith(entries)]);
    const before = await list();
    const file = fileWith([
      { ...entries[0], every_minutes: 15 },
      { ...entries[1], status: 'active', quiet_hours: null },
      { ...entries[2], title: 'Ports' },
    ]);
    const expected = [
      { title: 'Chips', result: 'updated', changes: { every_minutes: { from: 30, to: 15 } } },
      {
        title: 'Cocoa',
        result: 'updated',
        changes: {
          quiet_hours: { from: '22:00-07:00', to: null },
          status: { from: 'paused', to: 'active' },
        },
      },
      { title: 'Ports', result: 'created', changes: { prompt: { to: 'port congestion' } } },
    ];
    const dry = await create([file, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, lines: expected });
    expect(dry.lines.every(({ dry_run }) => dry_run)).toBe(true);
    expect(await list()).toEqual(before);
    expect(await create([file])).toMatchObject({ code: 0, lines: expected });
    expect(await list()).toMatchObject([
      { title: 'Chips', every_minutes: 15, id: before[0]?.id },
      { title: 'Cocoa', status: 'active', quiet_hours: null },
      { title: 'Ships' },
      { title: 'Ports' },
    ]);
  });

  it('deletes a monitor with another prompt only with --replace and --yes', async () => {
    const { create, list } = await ownServer();
    await create([fileWith(entries)]);
    const [chips] = await list();
    const file = fileWith([{ title: 'Chips', prompt: 'chip imports' }, ...entries.slice(1)]);
    const kept = await create([file]);
    expect(kept).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('prompt cannot be changed: pass --replace'),
      lines: [{ result: 'failed', error: { error: 'conflict' } }, {}, {}],
    });
    const asked = await create([file, '--replace']);
    expect(asked).toMatchObject({ code: 2, lines: [] });
    expect(failureIn(asked.stderr)).toMatchObject({ error: 'confirmation_required' });
    expect((await list())[0]).toEqual(chips);
    const replaced = await create([file, '--replace', '--yes']);
    expect(replaced).toMatchObject({ code: 0, lines: [{ result: 'replaced' }, {}, {}] });
    const monitors = await list();
    expect(monitors.map(({ title }) => title)).toEqual(['Cocoa', 'Ships', 'Chips']);
    expect(monitors[2]).toMatchObject({ prompt: 'chip imports', id: replaced.lines[0].id });
    expect(await create([file])).toMatchObject({ code: 0, stderr: 'newswatch: 3 unchanged\n' });
  });

  it('goes on after an entry that the service rejects, and is completed by another run', async () => {
    const { create, list } = await ownServer();
    const bad = [entries[0], { title: 'Bad', prompt: 'oil but not oil' }, entries[1]];
    const failed = await create([fileWith(bad as object[])]);
    expect(failed.code).toBe(1);
    expect(failed.lines[1]).toMatchObject({
      result: 'failed',
      error: { error: 'invalid_request' },
    });
    expect(resultsOf(failed)).toEqual(['Chips created', 'Bad failed', 'Cocoa created']);
    expect(failed.stderr).toMatch(
      /newswatch: invalid_request: .*\n(.*\n)*newswatch: 2 created, 1 failed\n/,
    );
    expect(resultsOf(await create([fileWith(entries)]))).toEqual([
      'Chips unchanged',
      'Cocoa unchanged',
      'Ships created',
    ]);
    expect(await list()).toHaveLength(3);
  });

  it('ends at an error that all entries would have', async () => {
    const args = ['monitors', 'create', '--from', fileWith(entries)];
    const unpaid = await cli(args, { env: envFor(await testServer(), unpaidKey) });
    expect({ ...unpaid, stdout: JSON.parse(unpaid.stdout) }).toMatchObject({
      code: 3,
      stdout: { error: 'plan_required' },
    });
    const lapsed = await testServer({ faults: [{ operation: 'monitors.create', status: 402 }] });
    const { code, stdout, stderr } = await cli(args, { env: envFor(lapsed) });
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ title: 'Chips', result: 'failed' });
    expect(stderr).toContain('ended after this error: 2 were not tried');
  });

  it('checks the whole file before the first request', async () => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    const run = (args: string[], input = '') =>
      cli(['monitors', 'create', '--from', ...args], { env, input });
    const { code, stdout, stderr } = await run(
      ['-'],
      '{"title":"a","prompt":"x"}\n{"title":"a"}\n7',
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(failureIn(stderr)['message']).toBe(
      'standard input: line 2: prompt is required; line 3: must be a JSON object',
    );
    const equal = await run(['-'], '{"title":"a","prompt":"x"}\n{"title":"a","prompt":"y"}');
    expect(failureIn(equal.stderr)['hint']).toContain('newswatch monitors edit ID --title');
    const missing = await run([join(folder, 'nothing.json')]);
    expect(failureIn(missing.stderr)).toMatchObject({
      message: expect.stringContaining('no such file'),
      hint: 'See: newswatch monitors create --help',
    });
    const both = await run([fileWith(entries), '--prompt', 'x']);
    expect(failureIn(both.stderr)['message']).toBe('--from cannot be used with --prompt');
    const alone = await cli(['monitors', 'create', '--prompt', 'x', '--replace'], { env });
    expect(failureIn(alone.stderr)['message']).toBe('--replace requires --from');
    const readOnly = { ...env, SERVICE_READ_ONLY: '1' };
    const args = ['monitors', 'create', '--from', fileWith(entries)];
    expect((await cli(args, { env: readOnly })).code).toBe(10);
  });

  it('creates a monitor that was stored although its response was lost, only once', async () => {
    const { run, create, list } = await ownServer();
    await run(['create', '--title', 'Chips', '--prompt', 'chip exports']);
    expect(
      resultsOf(await create([fileWith([{ title: 'Chips', prompt: 'chip exports' }])])),
    ).toEqual(['Chips unchanged']);
    expect(await list()).toHaveLength(1);
  });

  it('waits as Retry-After says', async () => {
    let calls = 0;
    const server = await mockServer(
      http.get('*/account/overview', () =>
        HttpResponse.json({
          account: { id: 'a', name: 'a', created_at: '2026-01-01T00:00:00Z' },
          plan: { status: 'active', url: 'https://example.com' },
          counts: { monitors: 0, channels: 0, news_items: 0 },
        }),
      ),
      http.get('*/monitors', () => HttpResponse.json({ monitors: [] })),
      http.post('*/monitors', () => {
        calls += 1;
        const body = { error: 'rate_limited', message: 'slow' };
        return HttpResponse.json(body, { status: 429, headers: { 'retry-after': '1' } });
      }),
    );
    const args = ['monitors', 'create', '--from', fileWith(entries), '--retries', '1'];
    const { code, stderr } = await cli(args, { env: envFor(server) });
    expect({ code, calls }).toEqual({ code: 6, calls: 2 });
    expect(stderr).toContain('2 were not tried');
  });
});

describe('monitors export', () => {
  it.each([[[]], [['--format', 'jsonl']]])(
    'prints with %j what monitors create --from reads: exported again, it is equal',
    async (flags) => {
      const { run, create, list } = await ownServer();
      await create([fileWith(entries)]);
      const exported = await run(['export', ...flags]);
      expect(exported).toMatchObject({ code: 0, stderr: '' });
      expect(exported.stdout).not.toMatch(/mon_|acc|"sources"|created_at/);
      const ids = (await list()).map(({ id }) => id);
      await run(['delete', ...ids, '--yes']);
      expect(await list()).toEqual([]);
      expect((await create(['-'], exported.stdout)).code).toBe(0);
      expect((await run(['export', ...flags])).stdout).toBe(exported.stdout);
    },
  );

  it.each(['table', 'csv'])('has only columns of entries, with --format %s', async (format) => {
    const { run, create } = await ownServer();
    await create([fileWith(entries)]);
    const { stdout } = await run(['export', '--format', format]);
    expect(stdout).toMatch(/^title\b/);
    expect(stdout).not.toMatch(/\bid\b|run_at/);
    const unknown = await run(['export', '--format', format, '--fields', 'id,title']);
    expect(failureIn(unknown.stderr)).toMatchObject({ error: 'unknown_field' });
  });

  it('prints some by their ids, and fails if one does not exist', async () => {
    const { run, create, list } = await ownServer();
    await create([fileWith(entries)]);
    const [, cocoa] = await list();
    const { stdout } = await run(['export', cocoa?.id ?? '']);
    expect(JSON.parse(stdout)).toMatchObject({ monitors: [entries[1]] });
    const missing = await run(['export', cocoa?.id ?? '', 'mon_x']);
    expect(missing).toMatchObject({ code: 5, stdout: '' });
    expect(failureIn(missing.stderr)).toMatchObject({
      error: 'not_found',
      message: 'there is no monitor mon_x',
    });
  });

  it('warns of titles that are not unique', async () => {
    const { run } = await ownServer();
    for (const prompt of ['chip exports', 'chip imports']) {
      await run(['create', '--title', 'Chips', '--prompt', prompt]);
    }
    expect((await run(['export'])).stderr).toMatch(
      /warning: mon_\w+ has the title of another monitor/,
    );
  });
});
