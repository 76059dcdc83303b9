import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';
import { mockServer } from '../../helpers/mock-server.ts';
import { envFor, testServer, unpaidKey } from '../../helpers/server.ts';
import { clientOf } from '../../helpers/watch.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-output-'));
});

const latest = ['news', 'latest', '--limit', '3'];

/** A service that responds with exactly this text. */
const serviceSaying = async (text: string) =>
  envFor(
    await mockServer(
      http.get(
        '*',
        () => new HttpResponse(text, { headers: { 'content-type': 'application/json' } }),
      ),
    ),
  );

it('--fields can be repeated', async () => {
  const { stdout } = await cli([
    ...latest,
    '--local',
    '-f',
    'csv',
    '--fields',
    'id',
    '--fields',
    'title,id',
  ]);
  expect(stdout.split('\n')[0]).toBe('id,title');
});

const odd =
  '{ "items" : [ {"b":1,\n "a":12345678901234567890, "t":"x \\u001b[31m [2] , : y", "new":[ ]},\r\n {"id":"two"} ], "more":1.50 }';

describe('--compact and --format jsonl', () => {
  it('print the response on one line without changing its values', async () => {
    const { stdout } = await cli(['news', 'latest', '--compact'], {
      env: await serviceSaying(odd),
    });
    expect(stdout).toBe(
      '{"items":[{"b":1,"a":12345678901234567890,"t":"x \\u001b[31m [2] , : y","new":[]},{"id":"two"}],"more":1.50}\n',
    );
  });

  it('print one item per line', async () => {
    const { stdout } = await cli(['news', 'latest', '--format=jsonl'], {
      env: await serviceSaying(odd),
    });
    expect(stdout).toBe(
      '{"b":1,"a":12345678901234567890,"t":"x \\u001b[31m [2] , : y","new":[]}\n{"id":"two"}\n',
    );
  });

  it('print nothing for an empty list and an error on one line', async () => {
    const empty = await cli(['briefings', 'list', '--format=jsonl'], {
      env: envFor(await testServer()),
    });
    expect(empty).toMatchObject({ code: 0, stdout: '' });
    const unpaid = envFor(await testServer(), unpaidKey);
    const { code, stdout } = await cli([...latest, '--format=jsonl'], { env: unpaid });
    expect(code).toBe(3);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each([
    ['news', 'search', 'chip'],
    ['news', 'latest'],
    ['news', 'mine'],
    ['monitors', 'list'],
    ['alerts', 'list'],
    ['briefings', 'list'],
  ])('%s %s has --format and --exit-status', async (...args) => {
    const env = envFor(await testServer());
    const { code, stdout, stderr } = await cli([...args, '--format=jsonl', '--exit-status'], {
      env,
    });
    expect(code).toBe(stdout === '' ? 9 : 0);
    expect(stderr === 'newswatch: nothing was found\n').toBe(code === 9);
  });

  it.each([['usage'], ['account', 'overview']])('%s %s returns no list', async (...args) => {
    const env = envFor(await testServer());
    const { stdout } = await cli([...args, '--format=jsonl'], { env });
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect((await cli([...args, '--exit-status'], { env })).code).toBe(2);
  });
});

describe('--output', () => {
  it('writes the response to the file and nothing to stdout', async () => {
    const env = envFor(await testServer());
    const file = join(folder, 'response.json');
    const { code, stdout } = await cli([...latest, '--output', file], { env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(await readFile(file, 'utf8')).toBe((await cli(latest, { env })).stdout);
    expect(await readdir(folder)).toEqual(['response.json']);
  });

  it('FORCE_COLOR of a job does not break programs that read JSON from a pipe', async () => {
    const env = { ...envFor(await testServer()), FORCE_COLOR: '1' };
    for (const flags of [[], ['--compact'], ['--format', 'jsonl']]) {
      expect((await cli([...latest, ...flags], { env })).stdout).not.toContain('\u001b');
    }
    expect((await cli([...latest, '--format', 'table'], { env })).stdout).toContain('\u001b[1m');
  });

  it('writes no colors, whatever asks for them', async () => {
    const env = { ...envFor(await testServer()), FORCE_COLOR: '1' };
    const file = join(folder, 'response.json');
    for (const format of ['json', 'table']) {
      const args = [...latest, '--color', 'always', '--format', format];
      expect((await cli(args, { env })).stdout).toContain('\u001b[');
      await cli([...args, '--output', file], { env });
      expect(await readFile(file, 'utf8')).not.toContain('\u001b');
    }
  });

  it.each([
    ['an error of the service', (env: object) => ({ ...env, SERVICE_API_KEY: unpaidKey }), 3],
    [
      'a service that is away',
      (env: object) => ({ ...env, SERVICE_BASE_URL: 'http://127.0.0.1:9' }),
      7,
    ],
  ])('keeps the existing file on %s', async (_what, change, expected) => {
    const file = join(folder, 'response.json');
    await writeFile(file, 'good data');
    const env = change(envFor(await testServer())) as Record<string, string>;
    const args = [...latest, '--retries', '0', '--output', file];
    const { code, stdout, stderr } = await cli(args, { env });
    expect(code).toBe(expected);
    expect(`${stdout}${stderr}`).toContain('"error"');
    expect(await readFile(file, 'utf8')).toBe('good data');
  });

  it('rejects a file that cannot be written before sending', async () => {
    const server = await testServer();
    const words = ['monitors', 'create', '--prompt', 'otters', '--output'];
    for (const place of ['/nowhere/response.json', tmpdir()]) {
      const { code, stderr } = await cli([...words, place], { env: envFor(server) });
      expect(code).toBe(2);
      expect(failureIn(stderr)).toMatchObject({ message: expect.stringContaining(place) });
    }
    expect((await clientOf(server).monitors.list()).monitors).toEqual([]);
  });

  it('writes to a device', async () => {
    const env = envFor(await testServer());
    expect((await cli([...latest, '--output', '/dev/null'], { env })).code).toBe(0);
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });
});

describe('--dry-run', () => {
  it.each([
    [['monitors', 'create', '--prompt', 'otters', '--every', '30m'], 'POST', '/api/v1/monitors'],
    [['monitors', 'delete', 'mon_1'], 'DELETE', '/api/v1/monitors/mon_1'],
    [['monitors', 'pause-all'], 'POST', '/api/v1/monitors/pause-all'],
    [['delivery', 'set', 'chan_1', '--status', 'disabled'], 'POST', '/api/v1/delivery/set'],
  ])('%j prints the request and sends nothing', async (args, method, path) => {
    const env = { ...envFor({ baseUrl: 'http://127.0.0.1:9' }), SERVICE_READ_ONLY: '1' };
    const { code, stdout } = await cli([...args, '--dry-run'], { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      dry_run: true,
      request: {
        method,
        url: `http://127.0.0.1:9${path}`,
        headers: { authorization: 'Bearer ***' },
      },
    });
  });

  it('supports --compact', async () => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    for (const args of [
      ['monitors', 'pause-all'],
      ['api', 'POST', '/x'],
    ]) {
      const { stdout } = await cli([...args, '--dry-run', '--compact'], { env });
      expect(stdout).toMatch(/^\{"dry_run":true,.*\}\n$/);
    }
  });

  it('writes to --output', async () => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    const args = ['monitors', 'pause-all', '--dry-run'];
    const file = join(folder, 'request.json');
    const { stdout } = await cli(args, { env });
    expect(await cli([...args, '--output', file], { env })).toMatchObject({ code: 0, stdout: '' });
    expect(await readFile(file, 'utf8')).toBe(stdout);
  });

  it('validates like the call; reads do not have it', async () => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    expect((await cli(['monitors', 'create', '--prompt', '', '--dry-run'], { env })).code).toBe(2);
    expect((await cli(['monitors', 'list', '--dry-run'], { env })).code).toBe(2);
  });
});

describe('delivery connect --secret-file', () => {
  const connect = (file: string) => [
    ...['delivery', 'connect', '--platform', 'webhook'],
    ...['--webhook-url', 'https://hooks.example.com/news', '--secret-file', file],
  ];

  it('saves the secret only to the file, readable only by its owner', async () => {
    const file = join(folder, 'secret');
    const { code, stdout, stderr } = await cli(connect(file), { env: envFor(await testServer()) });
    expect(code).toBe(0);
    const secret = await readFile(file, 'utf8');
    expect(secret).toMatch(/^\S{16,}$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(stdout)).toMatchObject({ signing_secret: '***' });
    expect(stdout + stderr).not.toContain(secret);
  });

  it('sends nothing if the file exists or cannot be created', async () => {
    const env = envFor(await testServer());
    const file = join(folder, 'secret');
    await writeFile(file, 'another secret');
    for (const path of [file, '/nowhere/secret']) {
      expect((await cli(connect(path), { env })).code).toBe(2);
    }
    expect(await readFile(file, 'utf8')).toBe('another secret');
    const { stdout } = await cli(['delivery', 'get'], { env });
    expect(JSON.parse(stdout).channels).toEqual([]);
  });

  it('leaves no file if there was no secret', async () => {
    const file = join(folder, 'secret');
    const env = envFor(await testServer(), unpaidKey);
    expect((await cli(connect(file), { env })).code).toBe(3);
    expect(await readdir(folder)).toEqual([]);
  });
});
