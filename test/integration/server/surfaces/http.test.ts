import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockDatabase } from '../../../helpers/lock.ts';
import {
  paidKey,
  sharedServer,
  testServer,
  twoAccounts,
  unpaidKey,
} from '../../../helpers/server.ts';

const server = sharedServer();

async function request(path: string, init: RequestInit & { key?: string | null } = {}) {
  const { key = paidKey, ...rest } = init;
  const { baseUrl } = server();
  const headers = new Headers(rest.headers);
  if (key !== null) headers.set('authorization', `Bearer ${key}`);
  if (rest.body && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const response = await fetch(baseUrl + path, { ...rest, headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
    baseUrl,
  };
}

const search = (body: unknown, init: RequestInit & { key?: string | null } = {}) =>
  request('/api/v1/news/search', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });

describe('authentication', () => {
  it.each([
    ['no header', {}, 'Bearer'],
    ['another scheme', { authorization: 'Basic abc' }, 'Bearer'],
    ['an empty key', { authorization: 'Bearer ' }, 'Bearer'],
    ['an unknown key', { authorization: 'Bearer nw_unknown' }, 'Bearer error="invalid_token"'],
    ['text after the key', { authorization: `Bearer ${paidKey} x` }, 'Bearer'],
  ])('responds to %s with 401 and a challenge (RFC 6750)', async (_, headers, challenge) => {
    const response = await request('/api/v1/account/overview', { key: null, headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(challenge);
    expect(response.body).toEqual({ error: 'unauthorized', message: expect.any(String) });
  });

  it('accepts the scheme in any case (RFC 9110, section 11.1)', async () => {
    const headers = { authorization: `bearer ${paidKey}` };
    expect((await request('/api/v1/usage', { key: null, headers })).status).toBe(200);
  });
});

describe('the plan', () => {
  it.each(['/api/v1/news/latest', '/api/v1/monitors', '/api/v1/alerts', '/api/v1/delivery'])(
    '%s responds with 402 and exactly three fields without a plan',
    async (path) => {
      const { status, body, baseUrl } = await request(path, { key: unpaidKey });
      expect(status).toBe(402);
      expect(body).toEqual({
        error: 'plan_required',
        message: expect.any(String),
        url: `${baseUrl}/pricing`,
      });
    },
  );

  it.each(['/api/v1/account/overview', '/api/v1/usage', '/api/v1/briefings', '/api/v1/profile'])(
    '%s works without a plan',
    async (path) => {
      expect((await request(path, { key: unpaidKey })).status).toBe(200);
    },
  );

  const [post, find] = [{ method: 'POST' }, '/api/v1/news/search'];
  const set = '/api/v1/delivery/set';

  it.each([
    ['an invalid field', find, { ...post, body: '{"query":""}' }],
    ['malformed JSON', find, { ...post, body: '{"query":' }],
    ['a body that is too large', find, { ...post, body: ' '.repeat(1_100_000) }],
    ['a repeated query parameter', '/api/v1/news/latest?limit=1&limit=2', {}],
    ['a malformed change of a connection', set, { ...post, body: '{' }],
    ['a connection to enable', set, { ...post, body: '{"channel_id":"c","status":"active"}' }],
    [
      'a connection to disable and rename',
      set,
      { ...post, body: '{"channel_id":"c","status":"disabled","name":"n"}' },
    ],
  ])('is checked before the input: %s gets 402', async (_, path, init) => {
    const { status, body } = await request(path, { key: unpaidKey, ...init });
    expect([status, Object.keys(body)]).toEqual([402, ['error', 'message', 'url']]);
  });

  it.each([
    [set, { ...post, body: '{"channel_id":"chan_x","status":"disabled"}' }],
    ['/api/v1/delivery/disconnect', { ...post, body: '{"channel_id":"chan_x"}' }],
    ['/api/v1/monitors/mon_x/pause', post],
    ['/api/v1/monitors/mon_x', { method: 'DELETE' }],
  ])('is not needed to stop something: %s', async (path, init) => {
    expect((await request(path, { key: unpaidKey, ...init })).status).toBe(404);
  });
});

describe('bad requests', () => {
  it.each([
    ['/api/v1/news/latest?limit=0', 'limit'],
    ['/api/v1/news/latest?limit=abc', 'limit'],
    ['/api/v1/news/latest?limit=', 'limit'],
    ['/api/v1/news/latest?limit=1&limit=2', 'limit'],
    ['/api/v1/news/latest?page=2', 'page'],
    ['/api/v1/alerts?since=yesterday', 'since'],
    ['/api/v1/alerts?since=2026-11-20T00:00:00+25:00', 'since'],
    ['/api/v1/alerts?since=2026-02-30T00:00:00Z', 'since'],
  ])('responds to %s with 400 and the name of the field', async (path, field) => {
    const { status, body } = await request(path);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'invalid_request', issues: [{ field }] });
    expect(body['message']).toContain(field);
  });

  it.each([
    '2026-11-20T00:00:00+01:00',
    '2026-11-20+00:00:00+01:00',
    '2026-11-20T00:00:00%2B01:00',
    '2026-11-20T00:00:00%2001:00',
    '2026-11-20t00:00:00.0000001z',
    '2016-12-31T23:59:60Z',
  ])('understands the time %s in a query string', async (time) => {
    const { status } = await request(`/api/v1/alerts?since=${time}&until=${time}`);
    expect(status).toBe(200);
  });

  it.each([
    ['{"query":', 'not valid JSON'],
    ['[]', 'must be a JSON object'],
    ['null', 'must be a JSON object'],
    ['"text"', 'must be a JSON object'],
  ])('responds to the body %s with 400', async (text, message) => {
    const { status, body } = await search(text);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'invalid_request',
      message: expect.stringContaining(message),
    });
  });

  it('names every invalid field', async () => {
    const { body } = await search({ query: '', limit: 0, x: 1 });
    expect(body['issues']).toEqual([
      { field: 'query', message: 'must not be empty' },
      { field: 'limit', message: 'must be a whole number from 1 to 100' },
      {
        field: 'x',
        message: 'is unknown; known fields: query, hours_ago, limit, since, until, cursor',
      },
    ]);
  });

  it('responds with 404 to an unknown path', async () => {
    expect(await request('/api/v2/news', { key: null })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
  });

  it('responds with 405 and the allowed methods to another method', async () => {
    const { status, headers, body } = await request('/api/v1/monitors', { method: 'DELETE' });
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'GET, POST' });
    expect(body).toMatchObject({ error: 'method_not_allowed' });
  });

  it('responds with 405 to a literal path with the method of a pattern that matches it', async () => {
    const { status, headers } = await request('/api/v1/news/search');
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
  });

  it('responds with 413 to a body over 1 MiB, with or without Content-Length', async () => {
    const body = JSON.stringify({ query: 'x'.repeat(1024 * 1024) });
    expect(await search(body)).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
    const stream = new Blob([body]).stream();
    const init = { body: stream, duplex: 'half', headers: { 'content-type': 'application/json' } };
    expect(await search('', init as RequestInit)).toMatchObject({ status: 413 });
  });

  it('responds with 415 to a body that is not sent as JSON', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect(await search('{"query":"x"}', { headers })).toMatchObject({
      status: 415,
      body: { error: 'unsupported_media_type' },
    });
  });

  it('responds with 404 to the monitor of another account', async () => {
    const { status, body } = await request('/api/v1/monitors/mon_other/run', { method: 'POST' });
    expect(status).toBe(404);
    expect(body).toMatchObject({
      error: 'not_found',
      message: expect.stringContaining('mon_other'),
    });
  });
});

describe('every response', () => {
  it('has a request id, which is in the log, unlike the API key', async () => {
    const lines: string[] = [];
    const server = await testServer({
      log: (level, event, fields) => lines.push(JSON.stringify({ level, event, ...fields })),
    });
    const response = await fetch(`${server.baseUrl}/api/v1/usage`, {
      headers: { authorization: `Bearer ${paidKey}` },
    });
    const id = response.headers.get('x-request-id');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(lines.filter((line) => line.includes(String(id)))).toHaveLength(1);
    expect(lines.join()).not.toContain(paidKey);
  });

  it('has a Content-Length, whether it was cached or not', async () => {
    const { baseUrl } = server();
    for (let n = 0; n < 2; n += 1) {
      const response = await fetch(`${baseUrl}/api/v1/news/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${paidKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'crane operators Valparaíso' }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      expect(bytes.length).toBeGreaterThan(bytes.toString().length);
    }
  });

  it('has no body for HEAD', async () => {
    const { baseUrl } = server();
    const headers = { authorization: `Bearer ${paidKey}` };
    const response = await fetch(`${baseUrl}/api/v1/usage`, { method: 'HEAD', headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.text()).toBe('');
  });

  it('forbids caching', async () => {
    expect((await request('/api/v1/usage')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('health', () => {
  it('needs no API key', async () => {
    expect(await request('/healthz', { key: null })).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
  });
});

it('does not change the globals of the process', async () => {
  const { Request, Response } = globalThis;
  await testServer();
  expect({ Request: globalThis.Request, Response: globalThis.Response }).toEqual({
    Request,
    Response,
  });
});

describe('an API key in the path', () => {
  const lines: string[] = [];
  const logged = sharedServer({
    log: (_, event, fields) => lines.push(`${event} ${JSON.stringify(fields)}`),
  });

  it('is in no response', async () => {
    const response = await fetch(`${server().baseUrl}/mcp/${paidKey}`, { method: 'POST' });
    expect(await response.text()).not.toContain(paidKey);
  });

  it.each([
    `/mcp/${paidKey}`,
    `/mcp/${paidKey}/more`,
    `/.well-known/oauth-protected-resource/mcp/${paidKey}`,
    `/.well-known/oauth-authorization-server/mcp/${paidKey}`,
    `/.well-known/openid-configuration/mcp/${paidKey}`,
    `/MCP/${paidKey}`,
    `//mcp/${paidKey}`,
    `/mcp%2f${paidKey}`,
    `/${paidKey}`,
    `/oauth/${paidKey}`,
    `/oauth/token/${paidKey}`,
    `/settings/${paidKey}`,
    `/sign-in/${paidKey}`,
    `/api/v1/${paidKey}`,
    `/api/v1/news/${paidKey}`,
  ])('is not in the log: %s', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
      const { headers } = await fetch(logged().baseUrl + path, { method, redirect: 'manual' });
      const id = String(headers.get('x-request-id'));
      expect(lines.filter((line) => line.includes(id))).toHaveLength(1);
    }
    expect(lines.join()).not.toContain(paidKey);
  });
});

it('responds with 503 and Retry-After while the store is locked, and writes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-full-'));
  const server = await testServer({ data: folder });
  const unlock = lockDatabase(join(folder, 'newswatch.db'));
  const headers = { authorization: `Bearer ${paidKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: 'otters' });
  const locked = await fetch(`${server.baseUrl}/api/v1/monitors`, {
    method: 'POST',
    headers,
    body,
  });
  expect({ status: locked.status, retry: locked.headers.get('retry-after') }).toEqual({
    status: 503,
    retry: '5',
  });
  expect(await locked.json()).toMatchObject({ error: 'unavailable' });
  unlock();
  const monitors = await fetch(`${server.baseUrl}/api/v1/monitors`, { headers });
  expect(await monitors.json()).toEqual({ monitors: [] });
});

it('shows accounts only their own data', async () => {
  const server = await testServer({
    fixture: {
      accounts: [
        ...twoAccounts.accounts.map((each) => ({ ...each, keys: [...each.keys] })),
        { id: 'other', keys: ['nw_other_key'] },
      ],
      monitors: [{ id: 'mon_other', account: 'other', prompt: 'a secret interest' }],
    },
  });
  const asOther = { headers: { authorization: 'Bearer nw_other_key' } };
  const asPaid = { headers: { authorization: `Bearer ${paidKey}` } };
  const list = `${server.baseUrl}/api/v1/monitors`;
  expect(await (await fetch(list, asOther)).json()).toMatchObject({
    monitors: [{ id: 'mon_other' }],
  });
  expect(await (await fetch(list, asPaid)).json()).toEqual({ monitors: [] });
  const run = await fetch(`${list}/mon_other/run`, { method: 'POST', ...asPaid });
  expect(run.status).toBe(404);
});
