import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { HttpResponse, http } from 'msw';
import type { Fault } from 'newswatch/server';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { binary, cleanEnv, cli, failureIn } from '../../helpers/cli.ts';
import { eventually } from '../../helpers/eventually.ts';
import { mockServer, rawServer } from '../../helpers/mock-server.ts';
import { envFor, testServer, unpaidKey } from '../../helpers/server.ts';

const batch = (file: string, ...flags: string[]) => ['news', 'search', '--batch', file, ...flags];
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

let folder: string;
let results: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-batch-'));
  results = join(folder, 'results.jsonl');
});

async function fileOf(...lines: string[]): Promise<string> {
  const file = join(folder, 'queries.txt');
  await writeFile(file, lines.join('\n'));
  return file;
}

const many = Array.from({ length: 40 }, (_, number) => `query ${number}`);

/** A service that responds to each query with the query, and a record of its requests. */
async function echo(
  respond: (query: string, turn: number) => Response | undefined = () => undefined,
) {
  const seen = { queries: [] as string[], inFlight: 0, most: 0 };
  const server = await mockServer(
    http.post('*', async ({ request }) => {
      const { query } = (await request.json()) as { query: string };
      seen.queries.push(query);
      seen.inFlight += 1;
      seen.most = Math.max(seen.most, seen.inFlight);
      const turn = seen.queries.filter((each) => each === query).length;
      // Later queries respond sooner, so that the order is not that of the responses.
      await new Promise((resolve) => setTimeout(resolve, 20 - (Number(query.slice(6)) % 20)));
      seen.inFlight -= 1;
      return respond(query, turn) ?? HttpResponse.json({ items: [], echo: query });
    }),
  );
  return { seen, env: envFor(server) };
}

describe('news search --batch', () => {
  it('prints one result per line, in order, with --concurrency requests in flight', async () => {
    const { seen, env } = await echo();
    const { code, stdout } = await cli(
      batch(await fileOf(...many), '--concurrency', '8', '--compact'),
      { env },
    );
    expect(code).toBe(0);
    expect(linesOf(stdout).map(({ query, result }) => [query, result.echo])).toEqual(
      many.map((query) => [query, query]),
    );
    expect(seen.most).toBeGreaterThan(1);
    expect(seen.most).toBeLessThanOrEqual(8);
  });

  it('accepts queries and objects from a file or stdin and skips empty lines', async () => {
    const env = envFor(await testServer());
    const input = '\uFEFFchip exports\r\n\r\n{"query":"chip","limit":1}\n';
    const { code, stdout } = await cli(batch('-', '--limit', '2'), { env, input });
    expect(code).toBe(0);
    expect(linesOf(stdout).map(({ query, result }) => [query, result.items.length])).toEqual([
      ['chip exports', 2],
      ['chip', 1],
    ]);
  });

  it('keeps numbers exactly as sent', async () => {
    const server = await mockServer(
      http.post('*', () => new HttpResponse('{ "items": [],\n "n": 12345678901234567890 }')),
    );
    const { stdout } = await cli(batch(await fileOf('one')), { env: envFor(server) });
    expect(stdout).toBe('{"query":"one","result":{"items":[],"n":12345678901234567890}}\n');
  });

  it('reports an invalid line, runs the others and exits with 2', async () => {
    const env = envFor(await testServer());
    const file = await fileOf(
      'chip',
      '{"query":',
      '{"query":"chip","limit":0}',
      '{"qery":"x"}',
      `{"query":${'['.repeat(101)}${']'.repeat(101)}}`,
      'tea',
    );
    const { code, stdout } = await cli(batch(file), { env });
    expect(code).toBe(2);
    expect(linesOf(stdout).map(({ query, error }) => [query, error?.message])).toEqual([
      ['chip', undefined],
      [null, 'line 2: the line is not a valid JSON object'],
      ['chip', expect.stringContaining('line 3: limit must be')],
      [null, expect.stringContaining('line 4: ')],
      [null, 'line 5: the line has more than 100 levels'],
      ['tea', undefined],
    ]);
  });

  it('retries after 429 and 503; a 429 pauses all searches', async () => {
    const limited = () =>
      new HttpResponse('{"error":"rate_limited","message":"slow"}', {
        status: 429,
        headers: { 'retry-after': '1' },
      });
    const { seen, env } = await echo((query, turn) => {
      if (query === 'query 3' && turn === 1) return limited();
      if (query === 'query 5' && turn === 1) return new HttpResponse('{}', { status: 503 });
      return undefined;
    });
    const { code, stdout } = await cli(batch(await fileOf(...many)), { env });
    expect(code).toBe(0);
    expect(linesOf(stdout)).toHaveLength(many.length);
    expect(seen.queries.filter((query) => query === 'query 3')).toHaveLength(2);
    // Requests in flight at the 429 may still arrive, but no new one before the retry.
    const retried = seen.queries.lastIndexOf('query 3');
    expect(retried).toBeLessThan(4 + 2 * 4);
  });

  it('ends with the 429 if Retry-After is longer than the timeout', async () => {
    const { seen, env } = await echo(
      () =>
        new HttpResponse('{"error":"rate_limited","message":"slow"}', {
          status: 429,
          headers: { 'retry-after': '1000000000' },
        }),
    );
    const { code, stdout, stderr } = await cli(batch(await fileOf('one')), { env });
    expect(code).not.toBe(0);
    expect(linesOf(stdout)).toMatchObject([{ query: 'one', error: { error: 'rate_limited' } }]);
    expect(stderr).not.toContain('TimeoutOverflowWarning');
    expect(seen.queries).toEqual(['one']);
  });

  it('stops at an error that every search would meet, with its exit code', async () => {
    const env = envFor(await testServer(), unpaidKey);
    const { code, stdout } = await cli(batch(await fileOf(...many)), { env });
    expect(code).toBe(3);
    expect(linesOf(stdout)).toMatchObject([
      { query: 'query 0', error: { error: 'plan_required' } },
    ]);
    const away = { ...env, SERVICE_BASE_URL: 'http://127.0.0.1:9' };
    const network = await cli(batch(await fileOf(...many), '--retries', '0'), { env: away });
    expect(network.code).toBe(7);
    expect(linesOf(network.stdout)).toMatchObject([{ error: { error: 'network_error' } }]);
  });

  it('continues after the error of one search and exits with its code', async () => {
    const { env } = await echo((query) =>
      query === 'query 2'
        ? HttpResponse.json({ error: 'invalid_request', message: 'no' }, { status: 400 })
        : undefined,
    );
    const { code, stdout } = await cli(batch(await fileOf(...many)), { env });
    expect(code).toBe(1);
    expect(linesOf(stdout).filter(({ error }) => error)).toMatchObject([{ query: 'query 2' }]);
    expect(linesOf(stdout)).toHaveLength(many.length);
  });

  it.each([
    [['--batch', '/nowhere'], '--batch /nowhere cannot be read: no such file or directory'],
    [['--batch', '/tmp'], '(EISDIR)'],
    [['--batch', '-', '--concurrency', '0'], '--concurrency must be'],
    [['--batch', '-', '--resume'], '--resume requires --output'],
    [['chip', '--resume'], '--resume requires --batch'],
    [['chip', '--batch', '-'], '--batch replaces the argument <query>'],
    [[], "missing required argument 'query'"],
  ])('%j is rejected', async (args, message) => {
    const env = envFor({ baseUrl: 'http://127.0.0.1:9' });
    const { code, stderr } = await cli(['news', 'search', ...args], { env });
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain(message);
  });
});

describe('news search --batch --output', () => {
  it('creates the file only when it is complete', async () => {
    const { env } = await echo();
    const { code, stdout } = await cli(batch(await fileOf(...many), '--output', results), { env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(linesOf(await readFile(results, 'utf8'))).toHaveLength(many.length);
    expect((await readdir(folder)).sort()).toEqual(['queries.txt', 'results.jsonl']);
  });

  it('reports how many searches failed and exits with the code of the first', async () => {
    const faults: Fault[] = [{ operation: 'news.search', status: 500, times: 2 }];
    const env = envFor(await testServer({ faults }));
    const args = batch(await fileOf('one', 'two', 'three'), '--output', results, '--retries', '0');
    const { code, stdout, stderr } = await cli(args, { env });
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error: 'searches_failed', exit_code: 8 });
    expect(linesOf(await readFile(results, 'utf8'))).toHaveLength(3);
  });

  it('resumes after kill -9 without repeating or skipping a search', async () => {
    const { seen, env } = await echo();
    const args = batch(await fileOf(...many), '--output', results, '--concurrency', '2');
    const child: ChildProcess = spawn(process.execPath, [binary, ...args], { env: cleanEnv(env) });
    onTestFinished(() => void child.kill('SIGKILL'));
    await eventually(() => seen.queries.length > 12);
    child.kill('SIGKILL');
    await once(child, 'close');
    const left = linesOf(await readFile(`${results}.partial`, 'utf8')).length;
    expect(left).toBeGreaterThan(0);
    await expect(readFile(results)).rejects.toThrow();

    seen.queries.length = 0;
    expect((await cli([...args, '--resume'], { env })).code).toBe(0);
    expect(linesOf(await readFile(results, 'utf8')).map(({ query }) => query)).toEqual(many);
    expect(seen.queries).toHaveLength(many.length - left);
  });

  it('names --resume if it was interrupted', async () => {
    const { seen, env } = await echo();
    const args = batch(await fileOf(...many), '--output', results, '--concurrency', '2');
    const child = spawn(process.execPath, [binary, ...args], { env: cleanEnv(env) });
    onTestFinished(() => void child.kill('SIGKILL'));
    await eventually(() => seen.queries.length > 12);
    child.kill('SIGTERM');
    const stderr = await text(child.stderr);
    expect(stderr).toMatch(
      /^newswatch: the results so far are in .*results\.jsonl\.partial; --resume continues\n\{/,
    );
    expect(await readdir(folder)).toEqual(['queries.txt', 'results.jsonl.partial']);
  });

  it('does not write to the file of another batch that runs', async () => {
    const { seen, env } = await echo();
    const args = batch('-', '--output', results);
    const child = spawn(process.execPath, [binary, ...args], { env: cleanEnv(env) });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdin.write('one\n');
    await eventually(() => seen.queries.length > 0);
    for (const flags of [[], ['--resume']]) {
      const { code, stderr } = await cli([...args, ...flags], { env, input: 'two\n' });
      expect(code).toBe(2);
      expect(failureIn(stderr)['message']).toContain(`is being written by process ${child.pid} of`);
    }
    child.stdin.end();
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(linesOf(await readFile(results, 'utf8')).map(({ query }) => query)).toEqual(['one']);
    expect(await readdir(folder)).toEqual(['results.jsonl']);
  });

  it('drops a truncated line and rejects results of other queries', async () => {
    const { env } = await echo();
    const file = await fileOf(...many);
    const args = batch(file, '--output', results, '--resume');
    await writeFile(
      `${results}.partial`,
      '{"query":"query 0","result":{}}\n{"query":"query 1","res',
    );
    expect((await cli(args, { env })).code).toBe(0);
    expect(linesOf(await readFile(results, 'utf8'))).toHaveLength(many.length);

    for (const text of ['{"query":"another","result":{}}\n', 'no result\n']) {
      await writeFile(`${results}.partial`, text);
      const { code, stderr } = await cli(args, { env });
      expect(code).toBe(2);
      expect(failureIn(stderr)['message']).toContain('--resume');
      expect(await readFile(`${results}.partial`, 'utf8')).toBe(text);
    }
  });
});

it('the timeout of a search includes its retries', async () => {
  let connections = 0;
  const server = await rawServer(() => {
    connections += 1;
  });
  const args = ['--timeout', '1', '--retries', '9', 'news', 'search', '--batch', '-'];
  const { code, stdout } = await cli(args, { env: envFor(server), input: 'chips\n' });
  expect(code).toBe(7);
  expect(JSON.parse(stdout)).toMatchObject({ query: 'chips', error: { error: 'timeout' } });
  expect(connections).toBe(1);
});
