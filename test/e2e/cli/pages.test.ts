import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';
import { mockServer } from '../../helpers/mock-server.ts';
import { envFor } from '../../helpers/server.ts';
import { alertSource } from './alerts/alert-source.ts';
import { follow } from './alerts/following.ts';

const alertNumber = (number: number) => ({
  ...{ id: `alert_${number}`, monitor_id: 'm', monitor_title: 't', run_id: 'r', results: [] },
  created_at: new Date(Date.UTC(2026, 10, 20) + number * 1000).toISOString(),
});

type Page = { alerts: unknown[]; has_more?: unknown; next_cursor?: unknown } | Response;

/** A service whose pages are addressed by the cursors `1`, `2` and so on. */
async function serviceWith(...pages: Page[]) {
  const requests: URLSearchParams[] = [];
  const server = await mockServer(
    http.get('*/api/v1/alerts', ({ request }) => {
      const { searchParams } = new URL(request.url);
      requests.push(searchParams);
      const page = pages[Number(searchParams.get('cursor') ?? 0)];
      if (page instanceof Response) return page;
      return page ? HttpResponse.json(page) : HttpResponse.error();
    }),
  );
  return { ...server, requests };
}

const more = (cursor: string, ...numbers: number[]) => ({
  alerts: numbers.map(alertNumber),
  has_more: true,
  next_cursor: cursor,
});
const last = (...numbers: number[]) => ({
  alerts: numbers.map(alertNumber),
  has_more: false,
  next_cursor: null,
});

const list = ['alerts', 'list'];
const ids = (alerts: readonly unknown[]) => alerts.map((alert) => (alert as { id: string }).id);
const lines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

describe.concurrent('a list with more items', () => {
  it('says so on stderr, and how to get them, if no --limit is given', async () => {
    const env = envFor(await serviceWith(more('1', 1, 2)));
    const { stderr } = await cli(list, { env });
    expect(stderr).toBe('newswatch: there are more: add --all, or a larger --limit\n');
  });

  it('is continued by --cursor', async () => {
    const { server, makeAlerts } = await alertSource();
    await makeAlerts(3);
    const env = envFor(server);
    const first = await cli([...list, '--limit', '2'], { env });
    const { alerts, next_cursor } = JSON.parse(first.stdout);
    expect(first.stderr).toBe('');
    const second = await cli([...list, '--limit', '2', '--cursor', next_cursor], { env });
    expect(second.stderr).toBe('');
    const rest = JSON.parse(second.stdout);
    expect(rest).toMatchObject({ has_more: false, next_cursor: null });
    expect(new Set(ids([...alerts, ...rest.alerts])).size).toBe(3);
  });

  it('is not continued by --cursor with a time ago, which is another time then', async () => {
    const args = [...list, '--since', '24h', '--cursor', '1'];
    const { code, stderr } = await cli(args, { env: envFor(await serviceWith(last(1))) });
    expect(code).toBe(2);
    expect(failureIn(stderr)).toMatchObject({
      message: expect.stringMatching(/^--since 24h is another time in each call/),
    });
  });

  it('is not mentioned by a service that does not say so', async () => {
    const server = await serviceWith({ alerts: [alertNumber(1)] });
    expect(await cli(list, { env: envFor(server) })).toMatchObject({ code: 0, stderr: '' });
  });
});

describe.concurrent('--all', () => {
  it('prints one document with the items of all pages, otherwise as sent', async () => {
    const page =
      '{ "z": 1E400, "next_cursor" : "1",\n"alerts" :[{"id":"a","n":1.50}], "has_more":true}';
    const server = await serviceWith(new Response(page), last(2));
    const { code, stdout } = await cli([...list, '--all', '--compact'], { env: envFor(server) });
    expect(code).toBe(0);
    expect(stdout).toBe(
      `{"z":1E400,"next_cursor":null,"alerts":[{"id":"a","n":1.50},${JSON.stringify(alertNumber(2))}],"has_more":false}\n`,
    );
  });

  it('asks for as much as possible, with the same parameters', async () => {
    const server = await serviceWith(more('1', 1), more('2', 2), last(3));
    await cli([...list, '--since', '24h', '--all'], { env: envFor(server) });
    const [first, ...rest] = server.requests.map(String);
    expect(first).toContain('limit=100');
    expect(rest).toEqual([`${first}&cursor=1`, `${first}&cursor=2`]);
  });

  it('continues from --cursor', async () => {
    const server = await serviceWith(more('1', 1), last(2));
    const { stdout } = await cli([...list, '--all', '--cursor', '1'], { env: envFor(server) });
    expect(ids(JSON.parse(stdout).alerts)).toEqual(['alert_2']);
  });

  it('streams items with --format jsonl, and stops at an error', async () => {
    const error = { error: 'internal', message: 'oh' };
    const failing = HttpResponse.json(error, { status: 500 });
    const server = await serviceWith(more('1', 1, 2), failing);
    const args = [...list, '--all', '--format=jsonl', '--retries', '0'];
    const { code, stdout } = await cli(args, { env: envFor(server) });
    expect(code).toBe(8);
    expect(lines(stdout)).toEqual([alertNumber(1), alertNumber(2), error]);
  });

  it('prints no half document if a page fails, and leaves --output unchanged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newswatch-all-'));
    for (const output of [[], ['--output', join(folder, 'alerts.json')]]) {
      const error = { error: 'internal', message: 'oh' };
      const failing = HttpResponse.json(error, { status: 500 });
      const server = await serviceWith(more('1', 1, 2), failing);
      const args = [...list, '--all', '--retries', '0', ...output];
      const { code, stdout } = await cli(args, { env: envFor(server) });
      expect(code).toBe(8);
      expect(JSON.parse(stdout)).toEqual(error);
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('writes the whole list with --output, as a document or as lines', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newswatch-all-'));
    const file = join(folder, 'alerts.json');
    const env = envFor(await serviceWith(more('1', 1), last(2)));
    expect(await cli([...list, '--all', '--output', file], { env })).toMatchObject({ stdout: '' });
    expect(ids(JSON.parse(await readFile(file, 'utf8')).alerts)).toEqual(['alert_1', 'alert_2']);
    await cli([...list, '--all', '--format=jsonl', '--output', file], { env });
    expect(ids(lines(await readFile(file, 'utf8')))).toEqual(['alert_1', 'alert_2']);
  });

  it('exits 9 with --exit-status if no page has items', async () => {
    const env = envFor(await serviceWith(more('1'), last()));
    for (const args of [['--format=jsonl'], ['--compact']]) {
      const { code, stderr } = await cli([...list, '--all', '--exit-status', ...args], { env });
      expect(code).toBe(9);
      expect(stderr).toBe('newswatch: nothing was found\n');
    }
  });

  it('works in read-only mode', async () => {
    const env = { ...envFor(await serviceWith(last(1))), NEWSWATCH_READ_ONLY: '1' };
    expect(await cli([...list, '--all'], { env })).toMatchObject({ code: 0 });
  });

  it('prints what a service without cursors returns, with a warning', async () => {
    const server = await serviceWith({ alerts: [alertNumber(1)] });
    const { code, stdout, stderr } = await cli([...list, '--all'], { env: envFor(server) });
    expect(code).toBe(0);
    expect(ids(JSON.parse(stdout).alerts)).toEqual(['alert_1']);
    expect(stderr).toMatch(
      /^newswatch: warning: the service does not say whether .* more items\n$/,
    );
  });

  it('ends with 8 if a service returns a cursor twice', async () => {
    const server = await serviceWith(more('1', 1), more('2', 2), more('1', 3));
    const { code, stdout, stderr } = await cli([...list, '--all'], { env: envFor(server) });
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error: 'bad_response' });
  });

  it('ends with 7 at --timeout if a service always has a next page', async () => {
    let pages = 0;
    const { baseUrl } = await mockServer(
      http.get('*/api/v1/alerts', async () => {
        pages += 1;
        await setTimeout(20);
        return HttpResponse.json(more(`cursor ${pages}`, pages));
      }),
    );
    const env = envFor({ baseUrl });
    const { code, stdout, stderr } = await cli([...list, '--all', '--timeout', '3'], { env });
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error: 'timeout' });
    expect(pages).toBeGreaterThan(1);
  });

  it('ends on SIGINT without output', async () => {
    let onRequest = () => {};
    const requested = new Promise<void>((resolve) => {
      onRequest = resolve;
    });
    const server = await mockServer(
      http.get('*/api/v1/alerts', ({ request }) => {
        if (!request.url.includes('cursor')) return HttpResponse.json(more('1', 1));
        onRequest();
        return new Promise<never>(() => {});
      }),
    );
    const { stop, line } = follow(server, ['--all'], {}, []);
    await requested;
    expect(await stop('SIGINT')).toBe(130);
    expect(await line()).toBeUndefined();
  });

  it.each([
    [['alerts', 'list', '--follow', '--all'], '--follow'],
    [['news', 'search', '--batch', '-', '--all'], '--batch'],
    [['alerts', 'list', '--limit', '7', '--all'], '--limit'],
    [['monitors', 'list', '--all'], '--all'],
  ])('%j exits 2', async (args, flag) => {
    const { code, stderr } = await cli(args, { env: envFor({ baseUrl: 'http://127.0.0.1:9' }) });
    expect(code).toBe(2);
    expect(stderr).toContain(flag);
  });
});

describe.concurrent('--limit over 100', () => {
  it('asks for pages, of which the last has only what is missing', async () => {
    const server = await serviceWith(more('1', 1, 2), more('2', 3), more('3', 4), last(5));
    const pages = [...Array(100).keys()];
    const long = await serviceWith(more('1', ...pages), more('2', ...pages.slice(0, 50)));
    const { stdout, stderr } = await cli([...list, '-n', '150'], { env: envFor(long) });
    expect(long.requests.map((request) => request.get('limit'))).toEqual(['100', '50']);
    expect(JSON.parse(stdout)).toMatchObject({ has_more: true, next_cursor: '2' });
    expect(stderr).toBe('');
    // A service may have shorter pages.
    const short = await cli([...list, '-n', '150'], { env: envFor(server) });
    expect(ids(JSON.parse(short.stdout).alerts)).toHaveLength(5);
    expect(server.requests.map((request) => request.get('limit'))).toEqual([
      ...['100', '100', '100', '100'],
    ]);
  });

  it('prints what a service without cursors returns, with a warning', async () => {
    const server = await serviceWith({ alerts: [alertNumber(1)] });
    const { code, stdout, stderr } = await cli([...list, '-n', '101'], { env: envFor(server) });
    expect({ code, ids: ids(JSON.parse(stdout).alerts) }).toEqual({ code: 0, ids: ['alert_1'] });
    expect(stderr).toMatch(
      /^newswatch: warning: the service does not say whether .* more items\n$/,
    );
  });

  it('cuts what a service returns beyond it, which no cursor continues', async () => {
    const server = await serviceWith(more('1', ...Array(103).keys()));
    const args = [...list, '-n', '101'];
    const { stdout, stderr } = await cli(args, { env: envFor(server) });
    const { alerts, ...page } = JSON.parse(stdout);
    expect(alerts).toHaveLength(101);
    expect(page).toEqual({ has_more: true, next_cursor: null });
    expect(stderr).toContain('more items than asked for');
    const lines = await cli([...args, '--format', 'jsonl'], { env: envFor(server) });
    expect(lines.stdout.trimEnd().split('\n')).toHaveLength(101);
  });
});
