import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Log } from '../../../../src/node/log.ts';
import { Database } from '../../../../src/storage/database.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { feedServer } from '../../../helpers/feed-server.ts';
import { freePort } from '../../../helpers/free-port.ts';
import { paidKey, testServer } from '../../../helpers/server.ts';

const headers = { authorization: `Bearer ${paidKey}` };

async function responseOf(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init);
  const { status } = response;
  const wait = response.headers.get('retry-after');
  return { status, wait, body: (await response.json()) as Record<string, unknown>, response };
}

it('responds with 503 from the first moment of the start, and is then ready', async () => {
  let finish = () => {};
  const news = await feedServer((_request, response) => {
    finish = () => response.end('{"title":"Cocoa prices rise","id":"cocoa"}\n');
  });
  const port = await freePort();
  const url = (path: string) => `http://127.0.0.1:${port}${path}`;
  const started = testServer({ port, news: [`${news.origin}/news.jsonl`] });
  await eventually(() => news.requests.length > 0);
  const body = { error: 'unavailable', message: expect.stringContaining('starting') };
  for (const path of ['/healthz', '/api/v1/news/latest', '/mcp', '/']) {
    expect(await responseOf(url(path), { headers })).toMatchObject({
      status: 503,
      wait: '1',
      body,
    });
  }
  const post = { method: 'POST', headers, body: JSON.stringify({ prompt: 'x'.repeat(100_000) }) };
  expect(await responseOf(url('/api/v1/monitors'), post)).toMatchObject({ status: 503, body });
  const shown = await fetch(url('/settings/agents'), { headers: { accept: 'text/html' } });
  expect([
    shown.status,
    shown.headers.get('content-type'),
    shown.headers.get('retry-after'),
  ]).toEqual([503, 'text/html; charset=utf-8', '1']);
  const page = await shown.text();
  expect(page).toContain('The server is starting');
  expect(page).toContain('http-equiv="refresh"');
  const form = { method: 'POST', headers: { accept: 'text/html' } };
  const submitted = await (await fetch(url('/settings/agents/make-key'), form)).text();
  expect(submitted).toContain('was not saved');
  expect(submitted).not.toContain('http-equiv');
  const api = { ...headers, accept: 'text/html' };
  for (const path of ['/api/v1/usage', '/healthz']) {
    expect(await responseOf(url(path), { headers: api })).toMatchObject({ body });
  }
  expect(await responseOf(url('/livez'))).toMatchObject({ status: 200, body: { status: 'alive' } });
  expect(await responseOf(url('/readyz?verbose'))).toMatchObject({
    status: 503,
    wait: '1',
    body: { status: 'not_ready', reasons: [{ reason: 'starting' }] },
  });
  finish();
  await started;
  expect(await responseOf(url('/readyz'))).toMatchObject({
    status: 200,
    body: { status: 'ready', reasons: [], secrets: 'plain' },
  });
  expect((await responseOf(url('/api/v1/news/latest'), { headers })).status).toBe(200);
});

it('is not ready while it stops, but still responds until the drain delay has passed', async () => {
  const server = await testServer({ drainDelay: 1000 });
  const closed = server.close();
  const [ready, late, live] = await Promise.all(
    ['/readyz', '/api/v1/news/latest', '/livez'].map((path) =>
      responseOf(server.baseUrl + path, { headers }),
    ),
  );
  expect(ready).toMatchObject({
    status: 503,
    body: { status: 'not_ready', reasons: [{ reason: 'draining' }] },
  });
  expect(late?.status).toBe(200);
  expect(late?.response.headers.get('connection')).toBe('close');
  expect(live?.status).toBe(200);
  await closed;
  await expect(fetch(`${server.baseUrl}/livez`)).rejects.toThrow();
});

it('says whether signing secrets are encrypted', async () => {
  const { baseUrl } = await testServer({ secretKeys: [randomBytes(32).toString('base64')] });
  expect((await responseOf(`${baseUrl}/readyz`)).body).toMatchObject({ secrets: 'encrypted' });
});

it('allows only GET and HEAD', async () => {
  const { baseUrl } = await testServer();
  for (const path of ['/livez', '/readyz']) {
    expect((await fetch(baseUrl + path, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(baseUrl + path, { method: 'POST' })).status).toBe(405);
  }
});

/** Another process copies the log of a running server into its file. */
async function emptyLog(file: string): Promise<void> {
  const database = Database.open(file);
  await database.truncateLog();
  database.close();
}

describe('a server whose database file cannot be read', () => {
  const damages: [string, (file: string) => void][] = [
    ['was deleted', (file) => rmSync(file)],
    ['was moved with its folder', (file) => renameSync(dirname(file), `${dirname(file)} moved`)],
    ['was replaced', (file) => renameSync(copyOf(file), file)],
    ['has other content', (file) => writeFileSync(file, 'no database '.repeat(10_000))],
  ];

  function copyOf(file: string): string {
    copyFileSync(file, `${file} copy`);
    return `${file} copy`;
  }

  it.each(damages)('because it %s is not ready, and names only the kind', async (_, damage) => {
    const data = mkdtempSync(join(tmpdir(), 'newswatch-readiness-'));
    const lines: unknown[] = [];
    const log: Log = (...line) => lines.push(line);
    const { baseUrl } = await testServer({ data, log });
    expect((await responseOf(`${baseUrl}/readyz`)).status).toBe(200);
    await emptyLog(join(data, 'newswatch.db'));
    damage(join(data, 'newswatch.db'));
    for (const _each of [1, 2]) {
      const { status, body } = await responseOf(`${baseUrl}/readyz`);
      expect({ status, body }).toEqual({
        status: 503,
        body: {
          status: 'not_ready',
          reasons: [{ reason: 'store', message: 'the store is unavailable' }],
          secrets: 'plain',
        },
      });
    }
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(503);
    expect(lines.filter((line) => JSON.stringify(line).includes('store unavailable'))).toEqual([
      ['warn', 'store unavailable', { reason: expect.stringContaining(data) }],
    ]);
  });
});
