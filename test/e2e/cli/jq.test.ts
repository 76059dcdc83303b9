import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';
import { mockServer } from '../../helpers/mock-server.ts';
import { envFor, sharedServer, testServer, unpaidKey } from '../../helpers/server.ts';
import { clientOf } from '../../helpers/watch.ts';

const nowhere = { SERVICE_BASE_URL: 'http://127.0.0.1:9', SERVICE_API_KEY: 'nw_key' };

async function serverWith(json: string) {
  const headers = { 'content-type': 'application/json' };
  const { baseUrl } = await mockServer(
    http.get('*/api/v1/news/latest', () => new HttpResponse(json, { headers })),
  );
  return { SERVICE_BASE_URL: baseUrl, SERVICE_API_KEY: 'nw_key' };
}

describe('--jq', () => {
  const server = sharedServer();
  const run = (...args: string[]) => cli(args, { env: envFor(server()) });

  it('prints strings as lines and other values as JSON', async () => {
    const search = ['news', 'search', 'chip', '--limit', '2'];
    const { items } = JSON.parse((await run(...search)).stdout);
    const titles = await run(...search, '--jq', '.items[].title');
    expect(titles).toMatchObject({
      code: 0,
      stdout: items.map(({ title }: { title: string }) => `${title}\n`).join(''),
    });
    const objects = await run(...search, '-q', '.items[0] | {id}');
    expect(objects.stdout).toBe(`{\n  "id": "${items[0].id}"\n}\n`);
    const compact = await run(...search, '-q', '.items[] | {id}', '--compact');
    expect(compact.stdout).toBe(items.map(({ id }: { id: string }) => `{"id":"${id}"}\n`).join(''));
  });

  it('sees the whole list with --all', async () => {
    const { stdout, stderr } = await run('news', 'latest', '--all', '-q', '.items | length');
    expect({ stderr, isWhole: Number(stdout) > 100 }).toEqual({ stderr: '', isWhole: true });
  });

  it('keeps numbers exact and makes control characters harmless', async () => {
    const env = await serverWith(
      '{"items":[{"id":10000000000000000000000001,"title":"a\\u001b[31m\\u009b1m\\u202eb\\r\\n\\tc"}]}',
    );
    const { stdout } = await cli(['news', 'latest', '-q', '.items[] | .id, .title'], { env });
    expect(stdout).toBe('10000000000000000000000001\na\\u001b[31m\\u009b1m\\u202eb\\u000d\n\tc\n');
  });

  it.each(['"x \\(.items[0].titel)"', '.items[].titel', '.items[] | select(.titel == "a")'])(
    'says that the field of %s does not exist',
    async (program) => {
      const { code, stderr } = await run('news', 'latest', '-n', '2', '--jq', program);
      const warning = '--jq: there is no field "titel"; did you mean title?';
      expect({ code, stderr }).toEqual({ code: 0, stderr: `newswatch: warning: ${warning}\n` });
    },
  );

  it('names the field that does not exist if the program fails', async () => {
    const { code, stderr } = await run('news', 'latest', '--jq', '.item[].title');
    expect(code).toBe(1);
    expect(failureIn(stderr)).toMatchObject({
      error: 'jq_failed',
      message: expect.stringContaining('; there is no field "item"; did you mean items?'),
    });
  });

  it('redacts the key', async () => {
    const env = await serverWith('{"items":[{"title":"the key is nw_key"}]}');
    const { stdout } = await cli(['news', 'latest', '-q', '.items[].title'], { env });
    expect(stdout).toBe('the key is ***\n');
  });

  it('never applies to an error', async () => {
    const env = envFor(server(), unpaidKey);
    const { code, stdout } = await cli(['news', 'latest', '--jq', '.items'], { env });
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ error: 'plan_required' });
  });

  it.each([
    [['--jq', '.items['], 'invalid_value', 'syntax error'],
    [['--jq', ''], 'invalid_value', 'not a valid jq program'],
    [['--jq', '.', '--format', 'jsonl'], 'conflicting_option', '--format'],
    [['--jq', '.', '--fields', 'id'], 'conflicting_option', '--fields'],
  ])('rejects %j before anything is sent', async (flags, error, message) => {
    const { code, stdout, stderr } = await cli(['news', 'latest', ...flags], { env: nowhere });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({ error });
    expect(failureIn(stderr)['message']).toContain(message);
  });

  it('prints nothing if the program fails', async () => {
    const { code, stdout, stderr } = await run('news', 'latest', '-q', '.items[].title, .items.a');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({
      error: 'jq_failed',
      message: '--jq: Cannot index array with string "a"; there is no field "a"',
    });
  });

  it.each([
    ['--timeout', ['--timeout', '3'], {}],
    ['SERVICE_TIMEOUT', [], { SERVICE_TIMEOUT: '3' }],
  ])('ends at %s', async (_, flags, variables) => {
    const start = performance.now();
    const args = ['news', 'latest', '-q', 'def f: f; f', ...flags];
    const { code, stderr } = await cli(args, { env: { ...envFor(server()), ...variables } });
    expect(code).toBe(1);
    expect(failureIn(stderr)['message']).toBe('--jq: the program did not end within 3 s');
    expect(performance.now() - start).toBeLessThan(9000);
  });

  it('prints the response of a write as it was sent if the program fails', async () => {
    const own = await testServer();
    const args = ['monitors', 'create', '--prompt', 'cocoa', '-q', '.id.x'];
    const { code, stdout, stderr } = await cli(args, { env: envFor(own) });
    expect(code).toBe(1);
    expect(failureIn(stderr)).toMatchObject({ error: 'jq_failed' });
    const { monitors } = await clientOf(own).monitors.list();
    expect(monitors).toMatchObject([{ id: JSON.parse(stdout).id }]);
  });
});

describe('--max-bytes', () => {
  const server = sharedServer();
  const run = (...args: string[]) => cli(args, { env: envFor(server()) });
  const latest = ['news', 'latest', '--limit', '10'];

  it.each([[[]], [['--compact']], [['--format', 'jsonl']], [['--fields', 'title,url']]])(
    'leaves out the last items, with %j',
    async (flags) => {
      const { code, stdout, stderr } = await run(...latest, ...flags, '--max-bytes', '900');
      expect(code).toBe(0);
      expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(900);
      const all = JSON.parse((await run(...latest)).stdout).items;
      const items = flags.includes('jsonl')
        ? stdout
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line))
        : JSON.parse(stdout).items;
      expect(items.length).toBeGreaterThan(0);
      expect(all.slice(0, items.length)).toMatchObject(items);
      const omitted = all.length - items.length;
      expect(stderr).toMatch(
        new RegExp(
          `^newswatch: --max-bytes left out the last ${omitted} of ${all.length} items: use a limit of ${items.length} [^\n]*\n$`,
        ),
      );
      if (!flags.includes('jsonl')) {
        expect(JSON.parse(stdout)).toMatchObject({ has_more: true, next_cursor: null, omitted });
      }
    },
  );

  it.each([
    ['mcp', 'call', 'news.latest', 'limit=10'],
    ['api', 'GET', '/api/v1/news/latest?limit=10'],
  ])('leaves out the last items of %s %s', async (...args) => {
    const { code, stdout, stderr } = await run(...args, '--max-bytes', '900');
    expect(code).toBe(0);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(900);
    const { items, omitted } = JSON.parse(stdout);
    expect(items.length + omitted).toBe(10);
    expect(stderr).toContain(`use a limit of ${items.length} and the next_cursor of that page`);
  });

  it('leaves out the last monitors of an export, which has no pages', async () => {
    const env = envFor(await testServer());
    for (const title of ['Chips', 'Cocoa']) {
      await cli(['monitors', 'create', '--title', title, '--prompt', title], { env });
    }
    const { stdout, stderr } = await cli(['monitors', 'export', '--max-bytes', '600'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ monitors: [{ title: 'Chips' }], omitted: 1 });
    expect(stderr).toBe(
      'newswatch: --max-bytes left out the last 1 of 2 items: choose fields with --fields or --jq\n',
    );
  });

  it('leaves out results of --jq', async () => {
    const { stdout, stderr } = await run(...latest, '-q', '.items[].title', '--max-bytes', '100');
    expect(stdout.length).toBeLessThanOrEqual(100);
    expect(stdout).toMatch(/^.+\n/);
    expect(stderr).toMatch(/^newswatch: --max-bytes left out the last \d of 10 results\n/);
  });

  it.each([
    ['one item', latest, 'even one item of the list'],
    ['a document', ['news', 'get', 'sample-001'], 'the response'],
    ['a result', [...latest, '-q', '.items'], 'even the first result of --jq'],
  ])('fails if %s does not fit', async (_, args, what) => {
    const { code, stdout, stderr } = await run(...args, '--max-bytes', '20');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(failureIn(stderr)).toMatchObject({
      error: 'too_large',
      message: expect.stringContaining(`${what} is larger than --max-bytes 20: it needs `),
    });
  });

  it.each(['0', '-1', '4x', '1e3', ''])('rejects %j', async (size) => {
    const { code, stderr } = await cli([...latest, '--max-bytes', size], { env: nowhere });
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain('--max-bytes must be a number of bytes');
  });
});
