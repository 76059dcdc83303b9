import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { Database } from '../../../src/storage/database.ts';
import { cli, failureIn } from '../../helpers/cli.ts';
import { envOf, serve, startServe } from '../../helpers/serve.ts';
import { TestBrowser } from '../../helpers/test-browser.ts';

const newFolder = () => mkdtemp(join(tmpdir(), 'newswatch-serve-'));

describe('newswatch serve', () => {
  it('prints one ready line, with a key only the first time', async () => {
    const folder = await newFolder();
    const first = await serve('--data', folder);
    expect(first.ready).toEqual({
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      api_key: expect.stringMatching(/^nw_/),
      settings_url: expect.stringContaining(`${first.ready.base_url}/sign-in?token=`),
      data: folder,
      secrets: 'plain',
    });
    first.child.kill('SIGTERM');
    await once(first.child, 'close');
    const second = await serve('--data', folder);
    const { base_url, settings_url } = second.ready;
    expect(second.ready).toEqual({ base_url, settings_url, data: folder, secrets: 'plain' });
    expect(settings_url).not.toBe(first.ready.settings_url);
    const again = { ...first.ready, base_url: second.ready.base_url };
    expect((await cli(['account', 'overview'], { env: envOf(again) })).code).toBe(0);
  });

  /** The folder of a server whose first account is disabled, and the id of the account. */
  async function withDisabledAccount() {
    const folder = await newFolder();
    const { child } = await serve('--data', folder);
    child.kill('SIGTERM');
    await once(child, 'close');
    const { stdout } = await cli(['admin', 'accounts', 'list', '--data', folder]);
    const id: string = JSON.parse(stdout).accounts[0].id;
    await cli(['admin', 'accounts', 'disable', id, '--data', folder, '--yes']);
    return { folder, id };
  }

  it('prints no sign-in link for the first account if it is disabled', async () => {
    const { folder } = await withDisabledAccount();
    const { ready, child, log, output } = await serve('--data', folder);
    expect(ready).toEqual({ base_url: ready.base_url, data: folder, secrets: 'plain' });
    child.kill('SIGUSR2');
    await vi.waitFor(() => expect(log()).toContain('no sign-in link'), 10_000);
    expect(log()).toContain('is disabled');
    expect(output.stdout).not.toContain('sign-in?token');
  });

  it('creates no key for the first account if it is disabled', async () => {
    const { folder, id } = await withDisabledAccount();
    const { code, stdout, stderr } = await cli([
      'serve',
      '--data',
      folder,
      '--new-key',
      '--port',
      '0',
    ]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({
      error: 'change_refused',
      message: expect.stringContaining(`${id} is disabled`),
      hint: expect.stringContaining('admin accounts enable'),
    });
  });

  it('logs its start and its stop, and successful probes only with --log-level debug', async () => {
    const { ready, child, log } = await serve('--data', ':memory:');
    const {
      child: other,
      log: otherLog,
      ready: otherReady,
    } = await serve('--data', ':memory:', '--log-level', 'debug');
    for (const path of ['/livez', '/readyz', '/healthz', '/pricing']) {
      for (const { base_url } of [ready, otherReady]) await fetch(`${base_url}${path}`);
    }
    for (const each of [child, other]) {
      each.kill('SIGTERM');
      await once(each, 'close');
    }
    const lines = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const requests = (text: string) =>
      lines(text).flatMap(({ event, path }) => (event === 'request' ? [path] : []));
    expect(requests(log())).toEqual(['/pricing']);
    expect(requests(otherLog())).toEqual(['/livez', '/readyz', '/healthz', '/pricing']);
    expect(lines(log())).toContainEqual(
      expect.objectContaining({
        level: 'info',
        event: 'server started',
        address: ready.base_url,
        store: 'memory',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      }),
    );
    expect(lines(log()).at(-1)).toMatchObject({ level: 'info', event: 'server stopped' });
  });

  it('serves MCP and OAuth', async () => {
    const { ready } = await serve('--data', ':memory:');
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${ready.base_url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const tools = await post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      {
        authorization: `Bearer ${ready.api_key}`,
        accept: 'application/json, text/event-stream',
      },
    );
    expect(tools.status).toBe(200);
    expect(await tools.text()).toContain('news.search');
    const client = { redirect_uris: ['http://127.0.0.1:1/'], token_endpoint_auth_method: 'none' };
    expect((await post('/oauth/register', client)).status).toBe(201);
  });

  it('prints working sign-in links, which are not in the log', async () => {
    const { ready, child, log, output } = await serve('--data', ':memory:');
    child.kill('SIGUSR2');
    const printed = () =>
      [...output.stdout.matchAll(/"settings_url":"([^"]+)"/g)].map(([, url]) => url);
    await vi.waitFor(() => expect(printed()).toHaveLength(2), 10_000);
    const [first, second] = printed();
    expect(first).toBe(ready.settings_url);
    for (const settings_url of [first, second]) {
      const { location } = await new TestBrowser({ baseUrl: ready.base_url }).signIn(
        settings_url ?? '',
      );
      expect(location).toBe('/settings/agents');
    }
    await vi.waitFor(() => expect(log()).toContain('sign-in link printed'), 10_000);
    expect(log()).not.toContain('token=');
  });

  it('encrypts signing secrets with --secret-key-file, and does not start without the key', async () => {
    const folder = await newFolder();
    const keys = join(folder, 'keys');
    await writeFile(keys, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    const { ready, child } = await serve('--data', folder, '--secret-key-file', keys);
    expect(ready).toMatchObject({ secrets: 'encrypted' });
    const url = ['--platform', 'webhook', '--webhook-url', 'https://example.com/hook'];
    expect(await cli(['delivery', 'connect', ...url], { env: envOf(ready) })).toMatchObject({
      code: 0,
    });
    child.kill('SIGTERM');
    await once(child, 'close');
    const { code, stderr } = await cli(['serve', '--data', folder, '--port', '0']);
    expect(code).not.toBe(0);
    expect(failureIn(stderr)['message']).toContain('set NEWSWATCH_SECRET_KEY or --secret-key-file');
    await chmod(keys, 0o640);
    const exposed = await cli(['serve', '--data', folder, '--secret-key-file', keys]);
    expect(failureIn(exposed.stderr)).toMatchObject({
      error: 'exposed_secret',
      hint: `Run: chmod 600 ${keys}`,
    });
    const wrong = await cli(['serve', '--data', folder, '--port', '0'], {
      env: { NEWSWATCH_SECRET_KEY: 'too short' },
    });
    expect(failureIn(wrong.stderr)['message']).toContain('32 random bytes in base64 or hex');
    expect(wrong.stderr).not.toContain('too short');
  });

  it('gets news from admin news add while it runs', async () => {
    const folder = await newFolder();
    const { ready } = await serve('--data', folder);
    const file = join(folder, 'news.jsonl');
    await writeFile(file, '{"id":"z","title":"Zorbing champion crowned"}\n{"no":"title"}\n');
    const added = await cli(['admin', 'news', 'add', file, '--data', folder]);
    expect(JSON.parse(added.stdout)).toMatchObject({
      imported: [{ location: file, read: 2, added: 1, updated: 0, unchanged: 0, rejected: 1 }],
    });
    const { stdout } = await cli(['news', 'get', 'z'], { env: envOf(ready) });
    expect(JSON.parse(stdout)).toMatchObject({ title: 'Zorbing champion crowned' });
    expect(added.code).toBe(0);
    expect(added.stderr).toBe(`newswatch: 1 of 2 in ${file} cannot be used: line 2 has no title\n`);
    const table = join(folder, 'news.csv');
    await writeFile(table, 'title,url\nZorbing,\n');
    const useless = await cli(['admin', 'news', 'add', file, table, '--data', folder]);
    expect(useless.code).toBe(1);
    expect(useless.stderr).toContain(`newswatch: 1 of 1 in ${table} cannot be used: `);
    const lost = await cli(['admin', 'news', 'add', join(folder, 'no'), '--data', folder]);
    expect({ code: lost.code, error: failureIn(lost.stderr)['error'] }).toEqual({
      code: 2,
      error: 'invalid_value',
    });
    const elsewhere = await cli(['admin', 'news', 'add', file, '--data', join(folder, 'no')]);
    expect(failureIn(elsewhere.stderr)).toMatchObject({ error: 'cannot_open_store' });
  });

  it('takes news down with admin news delete while it runs', async () => {
    const folder = await newFolder();
    const { ready } = await serve('--data', folder, '--sample');
    const { stdout } = await cli([
      'admin',
      'news',
      'delete',
      'sample-001',
      '--data',
      folder,
      '--yes',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ deleted: { news: 1 } });
    const gone = await cli(['news', 'get', 'sample-001'], { env: envOf(ready) });
    expect(JSON.parse(gone.stdout)).toMatchObject({ error: 'not_found' });
    const again = await cli(['admin', 'news', 'delete', 'nothing', '--data', folder, '--yes']);
    expect(again.code).toBe(5);
    const file = join(folder, 'news.jsonl');
    await writeFile(file, '{"id":"sample-001","title":"Cocoa"}\n{"id":"z","title":"Otters"}\n');
    const added = await cli(['admin', 'news', 'add', file, '--data', folder]);
    expect(JSON.parse(added.stdout)).toMatchObject({
      imported: [{ read: 2, added: 1, unchanged: 0, removed: 1 }],
    });
    expect(JSON.parse(again.stdout)).toMatchObject({ deleted: { news: 0, events: 0 } });
    const { stderr } = await cli([
      'admin',
      'news',
      'delete',
      'x',
      '--data',
      join(folder, 'no'),
      '--yes',
    ]);
    expect(failureIn(stderr)).toMatchObject({ error: 'cannot_open_store' });
  });

  it('has the quotas of --quota, for all plans and for one', async () => {
    const quotas = ['monitors=1', 'connections=2', 'basic:monitors=3', 'basic:prompt=40'];
    const data = await newFolder();
    const { ready } = await serve('--data', data, '--quota', ...quotas);
    const env = envOf(ready);
    const create = () => cli(['monitors', 'create', '--prompt', 'otters'], { env });
    expect((await create()).code).toBe(0);
    const { stderr } = await create();
    expect(stderr).toContain('the plan of this account allows 1 monitor:');
    const admin = (...args: string[]) => cli(['admin', 'accounts', ...args, '--data', data]);
    const { id } = JSON.parse((await admin('list')).stdout).accounts[0];
    await admin('set-plan', id, 'basic');
    const usage = await cli(['usage', '--jq', '.plan_quotas'], { env });
    expect(JSON.parse(usage.stdout)).toEqual({ monitors: 3, connections: 2, prompt: 40 });
  });

  it('keeps records as long as --retain says, and refuses other values', async () => {
    await serve('--data', ':memory:', '--retain', 'runs=7d', 'news=forever');
    const { code, stderr } = await cli(['serve', '--retain', 'runs=1h']);
    expect({ code, message: failureIn(stderr)['message'] }).toEqual({
      code: 2,
      message: expect.stringContaining('--retain: runs must be kept for a time such as 30d'),
    });
    const twice = await cli(['serve', '--retain', 'runs=1d', 'runs=2d']);
    expect([twice.code, failureIn(twice.stderr)['message']]).toEqual([
      2,
      '--retain has more than one time for runs',
    ]);
  });

  // Concurrent, because the first one waits for a lock.
  it.concurrent('survives a locked store when another sign-in link is requested', {
    timeout: 40_000,
  }, async () => {
    const folder = await newFolder();
    const { ready, child, log } = await serve('--data', folder);
    const database = Database.open(join(folder, 'newswatch.db'));
    database.script('BEGIN IMMEDIATE');
    child.kill('SIGUSR2');
    // The operation waits five seconds for the lock.
    await vi.waitFor(() => expect(log()).toContain('no sign-in link'), { timeout: 25_000 });
    expect((await fetch(`${ready.base_url}/healthz`)).status).toBe(200);
    database.script('ROLLBACK');
    database.close();
    expect((await cli(['usage'], { env: envOf(ready) })).code).toBe(0);
  });

  it.concurrent('uses --public-url as its base URL, which must be an origin', async () => {
    const { ready } = await serve(
      '--data',
      ':memory:',
      '--public-url',
      'https://news.example.com/',
    );
    expect(ready.base_url).toBe('https://news.example.com');
    expect(ready.settings_url).toMatch(/^https:\/\/news\.example\.com\/sign-in\?token=/);
    for (const wrong of ['news.example.com', 'https://news.example.com/path', 'http://10.0.0.1']) {
      const { code, stderr } = await cli(['serve', '--public-url', wrong]);
      expect({ code, error: failureIn(stderr)['error'] }).toEqual({
        code: 2,
        error: 'bad_base_url',
      });
    }
  });

  it.concurrent('creates no API key if it cannot start', async () => {
    const folder = await newFolder();
    const lost = await cli(['serve', '--data', folder, '--news', join(folder, 'nowhere.jsonl')]);
    expect(lost.code).toBe(1);
    expect((await serve('--data', folder)).ready.api_key).toMatch(/^nw_/);
  });

  it.concurrent('creates another API key with --new-key', async () => {
    const folder = await newFolder();
    const first = await serve('--data', folder);
    first.child.kill('SIGTERM');
    await once(first.child, 'close');
    const { ready } = await serve('--data', folder, '--new-key');
    expect(ready.api_key).not.toBe(first.ready.api_key);
    expect((await cli(['usage'], { env: envOf(ready) })).code).toBe(0);
  });

  it.concurrent('executes agentic runs with the program of --agent and rejects invalid commands', async () => {
    const folder = await newFolder();
    const file = join(folder, 'my agent.mjs');
    const result = { title: 'From the agent', summary: '', links: [] };
    await writeFile(file, `console.log(${JSON.stringify(JSON.stringify({ results: [result] }))})`);
    const { ready } = await serve('--data', ':memory:', '--sample', '--agent', `node '${file}'`);
    const args = ['monitors', 'create', '--prompt', 'chip exports', '--execution', 'agentic'];
    const { stdout } = await cli(args, { env: envOf(ready) });
    expect(JSON.parse(stdout).preview.results).toMatchObject([{ title: 'From the agent' }]);
    for (const command of ['', "node 'open", 'no-such-program', '/']) {
      expect((await cli(['serve', '--agent', command])).code).toBe(2);
    }
  });

  it.concurrent('responds with the faults of --fault, as often as requested', async () => {
    const flags = ['--fault', 'usage=429:1', 'alerts.list=503:2', '--latency', '1'];
    const { ready } = await serve('--data', ':memory:', ...flags);
    const codes = [];
    for (let call = 0; call < 2; call += 1) {
      const { code, stdout } = await cli(['usage', '--retries', '0'], { env: envOf(ready) });
      codes.push([code, JSON.parse(stdout).error]);
    }
    expect(codes).toEqual([
      [6, 'rate_limited'],
      [0, undefined],
    ]);
    const list = ['alerts', 'list', '--retries', '0'];
    expect((await cli(list, { env: envOf(ready) })).code).toBe(8);
  });

  it.concurrent('makes the store private and writes the API key neither to it nor to the log', async () => {
    const folder = await newFolder();
    const { ready, child, log } = await serve('--data', folder);
    await cli(['account', 'overview'], { env: envOf(ready) });
    child.kill('SIGTERM');
    await once(child, 'close');
    expect((await stat(join(folder, 'newswatch.db'))).mode & 0o777).toBe(0o600);
    const { stdout } = await run('grep', ['-rl', ready.api_key ?? '', folder]);
    expect(stdout).toBe('');
    expect(log()).not.toContain(ready.api_key);
  });

  it.concurrent('logs each request as a JSON line on stderr', async () => {
    const { ready, child, log } = await serve('--data', ':memory:');
    await cli(['usage'], { env: envOf(ready) });
    child.kill('SIGTERM');
    await once(child, 'close');
    const events = log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(events).toContainEqual(
      expect.objectContaining({
        event: 'request',
        path: '/api/v1/usage',
        status: 200,
        request_id: expect.any(String),
      }),
    );
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('exits on %s with %i, after the request in flight', async (signal, code) => {
    const { ready, child } = await serve('--data', ':memory:');
    const closed = once(child, 'close');
    const inFlight = request(`${ready.base_url}/api/v1/news/search`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ready.api_key}`,
        'content-type': 'application/json',
        expect: '100-continue',
      },
    });
    inFlight.flushHeaders();
    await once(inFlight, 'continue');
    child.kill(signal);
    while (await takesConnections(ready.base_url)) await setTimeout(5);
    inFlight.end('{"query":"x"}');
    const [response] = (await once(inFlight, 'response')) as [IncomingMessage];
    response.resume();
    expect({ status: response.statusCode, exit: (await closed)[0] }).toEqual({
      status: 200,
      exit: code,
    });
  });

  it('loses no acknowledged write when it is killed', async () => {
    const folder = await newFolder();
    const { ready, child } = await serve('--data', folder);
    const acknowledged: string[] = [];
    const killed = once(child, 'close');
    const connect = async (writer: number) => {
      for (let n = 0; ; n += 1) {
        const url = `https://hooks.example.com/${writer}/${n}`;
        const response = await fetch(`${ready.base_url}/api/v1/delivery/connect`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${ready.api_key}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ platform: 'webhook', webhook_url: url }),
        });
        if (!response.ok) throw new Error(`responded with ${response.status}`);
        acknowledged.push(url);
        if (acknowledged.length === 40) child.kill('SIGKILL');
      }
    };
    await Promise.allSettled([connect(0), connect(1), connect(2), connect(3)]);
    await killed;
    expect(acknowledged.length).toBeGreaterThanOrEqual(40);
    const again = { ...(await serve('--data', folder)).ready, api_key: ready.api_key ?? '' };
    const { stdout } = await cli(['delivery', 'get'], { env: envOf(again) });
    const { channels } = JSON.parse(stdout) as { channels: { webhook_url: string }[] };
    expect(channels.map(({ webhook_url }) => webhook_url)).toEqual(
      expect.arrayContaining(acknowledged),
    );
  });

  it('stops an import on SIGTERM', async () => {
    const folder = await newFolder();
    const many = join(folder, 'many.jsonl');
    const line = (n: number) =>
      `{"id":"i${n}","title":"Story ${n}","body":"${'word '.repeat(200)}"}\n`;
    await writeFile(many, Array.from({ length: 20_000 }, (_, n) => line(n)).join(''));
    const child = startServe(['--data', folder, '--news', many]);
    while (!existsSync(join(folder, 'newswatch.db'))) await setTimeout(5);
    child.kill('SIGTERM');
    const [code] = (await once(child, 'close')) as [number | null];
    expect(code).toBe(143);
  });

  it('imports news before it is ready and logs rejected items', async () => {
    const folder = await newFolder();
    const news = join(folder, 'news.jsonl');
    await writeFile(
      news,
      [
        '{"id":"one","title":"Otters return to the river","description":"Counted at dawn."}',
        '{"broken',
        '',
      ].join('\n'),
    );
    const { ready, log } = await serve('--data', ':memory:', '--news', news);
    const { stdout } = await cli(['news', 'search', 'otter'], { env: envOf(ready) });
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ id: 'one' }] });
    expect(log()).toMatch(/"event":"news imported".*"rejected":1.*line 2/);
  });

  it('imports a large file', async () => {
    const folder = await newFolder();
    const large = join(folder, 'large.jsonl');
    const line = (n: number) =>
      `{"id":"i${n}","title":"Otter ${n}","body":"${'word '.repeat(200)}"}`;
    await writeFile(large, Array.from({ length: 1_100 }, (_, n) => line(n)).join('\n'));
    const { ready, log } = await serve('--data', folder, '--news', large);
    expect(log()).toMatch(/"event":"news imported".*"added":1100/);
    const { stdout } = await cli(['news', 'get', 'i1099'], { env: envOf(ready) });
    expect(JSON.parse(stdout)).toMatchObject({ title: 'Otter 1099' });
  });

  it('continues and logs a source without news', async () => {
    const folder = await newFolder();
    const page = join(folder, 'page.html');
    await writeFile(page, '<html><h1>Moved</h1></html>');
    const { log } = await serve('--data', ':memory:', '--news', page);
    expect(log()).toMatch(/"rejected":1.*"where":"the document","reason":"is an HTML page/);
    expect(log()).toMatch(/"level":"error".*"event":"no news imported"/);
  });

  it('starts from a fixture', async () => {
    const folder = await newFolder();
    const fixture = join(folder, 'fixture.json');
    await writeFile(
      fixture,
      JSON.stringify({
        accounts: [{ id: 'ci', plan: 'none', keys: ['nw_ci_key_1'] }],
        news: [{ id: 'only', title: 'The only item' }],
      }),
      { mode: 0o600 },
    );
    const { ready } = await serve('--data', ':memory:', '--fixture', fixture);
    expect(ready.api_key).toBe('nw_ci_key_1');
    expect((await cli(['news', 'latest'], { env: envOf(ready) })).code).toBe(3);
  });
});

describe.concurrent('newswatch serve that cannot start', () => {
  it.each([
    [['--port', '65536'], 2, '--port must be a whole number from 0 to 65535'],
    [['--port', 'http'], 2, '--port must be'],
    [['--data', ':memory:', '--fixture', '/nowhere.json'], 1, '/nowhere.json'],
    [['--data', ':memory:', '--news', '/nowhere.jsonl'], 1, '/nowhere.jsonl'],
    [['--data', ':memory:', '--news', 'http://127.0.0.1:9/feed'], 1, 'http://127.0.0.1:9/feed'],
    [['--data', '/dev/null/nowhere'], 1, '/dev/null/nowhere'],
    [['--data', '/proc/nowhere'], 1, '/proc/nowhere'],
    [['--data', '/etc/hostname'], 1, '/etc/hostname'],
    [['--data', ''], 2, '--data must not be empty'],
    [['--data', ':memory:', '--host', 'not a name'], 1, 'cannot listen on not a name:0'],
    [['--fault', 'news.search'], 2, '--fault must be operation=effect'],
    [['--fault', 'news.search=429:'], 2, '--fault must be operation=effect'],
    [['--fault', 'news.find=429'], 2, 'unknown operation "news.find"'],
    [['--fault', 'news.serch=429'], 2, 'did you mean news.search?'],
    [['--fault', 'news.search=rset'], 2, 'did you mean reset?'],
    [['--fault', 'news.search=200'], 2, 'status 200'],
    [['--fault', 'news.search=500:0'], 2, 'times must be'],
    [['--latency', '-1'], 2, '--latency must be'],
    [['--quota', 'feeds=1'], 2, '--quota must be monitors=100'],
    [['--quota', 'none:monitors=1'], 2, '--quota must be'],
    [
      ['--quota', 'monitors=1', 'basic:monitors=1', 'basic:monitors=2'],
      2,
      '--quota has more than one number for basic:monitors',
    ],
    [['--latency', '1s'], 2, '--latency must be'],
  ])('%j says why', async (args, code, message) => {
    // Not the default port: another process may listen on it.
    const port = args.includes('--port') ? [] : ['--port', '0'];
    const result = await cli(['serve', ...port, ...args]);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(failureIn(result.stderr)['message']).toContain(message);
    expect(result.stderr).not.toMatch(/\n\s+at /);
  });

  it('names a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, stderr } = await cli(['serve', '--data', ':memory:', '--port', String(port)]);
    other.close();
    expect(code).toBe(1);
    expect(failureIn(stderr)).toMatchObject({
      error: 'port_in_use',
      message: expect.stringContaining(String(port)),
    });
  });

  it('names the invalid field of a fixture', async () => {
    const folder = await newFolder();
    const fixture = join(folder, 'fixture.json');
    await writeFile(fixture, JSON.stringify({ accounts: [{ id: 'a', plan: 'gold' }] }));
    const { code, stderr } = await cli(['serve', '--data', folder, '--fixture', fixture]);
    expect(code).toBe(1);
    expect(failureIn(stderr)['message']).toContain('accounts[0].plan');
    expect(await readdir(folder)).toEqual(['fixture.json']);
  });
});

async function takesConnections(base_url: string): Promise<boolean> {
  return fetch(`${base_url}/healthz`, { headers: { connection: 'close' } }).then(
    () => true,
    () => false,
  );
}

async function run(command: string, args: readonly string[]) {
  const child = spawn(command, args);
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  await once(child, 'close');
  return { stdout };
}
