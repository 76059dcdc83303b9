import { beforeAll, describe, expect, it } from 'vitest';
import { type CliResult, cli } from '../../helpers/cli.ts';
import { envFor, testServer } from '../../helpers/server.ts';

async function run(args: readonly string[]): Promise<{ result: CliResult; body: unknown }> {
  const server = await testServer();
  const result = await cli(args, { env: envFor(server) });
  return { result, body: JSON.parse(result.stdout) };
}

describe('the documented commands', () => {
  it('account overview', async () => {
    const { result, body } = await run(['account', 'overview']);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(body).toMatchObject({ account: { id: 'paid' }, plan: { status: 'active' } });
  });

  it('news search <query>', async () => {
    const { result, body } = await run(['news', 'search', 'chip exports']);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ title: expect.stringMatching(/chip/i) }),
      ]),
    });
  });

  it('delivery connect --platform webhook --webhook-url <url> --monitor <monitor_id>', async () => {
    const server = await testServer();
    const env = envFor(server);
    const created = await cli(['monitors', 'create', '--prompt', 'Tell me about cocoa'], { env });
    const { id } = JSON.parse(created.stdout) as { id: string };
    const url = 'https://hooks.example.com/news';
    const { code, stdout } = await cli(
      ['delivery', 'connect', '--platform', 'webhook', '--webhook-url', url, '--monitor', id],
      { env },
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      channel: { platform: 'webhook', webhook_url: url, monitor_id: id, status: 'active' },
      signing_secret: expect.stringMatching(/^whsec_\S{40,}$/),
    });
  });

  it('delivery connect without --monitor covers all monitors; delivery get never shows the secret', async () => {
    const server = await testServer();
    const env = envFor(server);
    const url = 'https://hooks.example.com/all';
    const connected = await cli(
      ['delivery', 'connect', '--platform', 'webhook', '--webhook-url', url],
      { env },
    );
    const { channel, signing_secret } = JSON.parse(connected.stdout) as {
      channel: object;
      signing_secret: string;
    };
    expect(channel).toMatchObject({ monitor_id: null });

    const { code, stdout } = await cli(['delivery', 'get'], { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      channels: [channel],
      webhook_deliveries: [],
      has_more: false,
      next_cursor: null,
    });
    expect(stdout).not.toContain(signing_secret);
  });
});

describe('other commands', () => {
  it('news latest lists up to --limit items, newest first', async () => {
    const { body } = await run(['news', 'latest', '--limit', '3']);
    const { items } = body as { items: { publication_date: string }[] };
    const dates = items.map(({ publication_date }) => publication_date);
    expect(dates).toHaveLength(3);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it('news search --hours-ago excludes older items', async () => {
    const { body } = await run(['news', 'search', 'prices', '--hours-ago', '48']);
    const { items } = body as { items: { publication_date: string }[] };
    expect(items.length).toBeGreaterThan(0);
    for (const { publication_date } of items) {
      expect(Date.parse(publication_date)).toBeGreaterThan(Date.now() - 48 * 3_600_000);
    }
  });

  it('news get <id> shows the whole item', async () => {
    const { body } = await run(['news', 'get', 'sample-001']);
    expect(body).toMatchObject({ id: 'sample-001', body: expect.any(String) });
  });

  it('monitors, alerts list and news mine work together', async () => {
    const server = await testServer();
    const env = envFor(server);
    const json = async (...args: string[]) => JSON.parse((await cli(args, { env })).stdout);

    const monitor = await json('monitors', 'create', '--prompt', 'Tell me about chip exports');
    expect(monitor.preview.results.length).toBeGreaterThan(0);
    expect((await json('monitors', 'list')).monitors).toMatchObject([{ id: monitor.id }]);
    expect((await json('alerts', 'list')).alerts).toEqual([]);

    await server.addNews([{ title: 'Chip exports rise' }]);
    const run = await json('monitors', 'run', monitor.id);
    expect(run).toMatchObject({
      monitor_id: monitor.id,
      trigger: 'on_demand',
      broadcast_results: [],
    });
    const { alerts } = await json('alerts', 'list', '--since', '1h', '--limit', '5');
    expect(alerts).toMatchObject([{ run_id: run.id, monitor_title: 'Tell me about chip exports' }]);
    expect((await json('news', 'mine', '--limit', '2')).items).toHaveLength(2);
  });

  it('briefings list and usage', async () => {
    expect((await run(['briefings', 'list'])).body).toMatchObject({ briefings: [] });
    expect((await run(['usage'])).body).toMatchObject({
      requests: 1,
      operations: [{ operation: 'usage', requests: 1 }],
    });
  });

  it('- reads a query from standard input', async () => {
    const server = await testServer();
    const piped = await cli(['news', 'search', '-'], {
      env: envFor(server),
      input: 'chip exports\n',
    });
    const typed = await cli(['news', 'search', 'chip exports'], { env: envFor(server) });
    expect(JSON.parse(piped.stdout)).toEqual(JSON.parse(typed.stdout));
  });
});

describe('help', () => {
  let root: CliResult;
  beforeAll(async () => {
    root = await cli(['--help']);
  });

  it('is printed on stderr with exit code 0', () => {
    expect(root).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('USAGE\n  newswatch'),
    });
  });

  it('shows the flag of a command instead of a global flag with the same name', async () => {
    const { stderr } = await cli(['webhook', 'listen', '--help']);
    expect(stderr.match(/^ {2}--retries /gm)).toHaveLength(1);
    expect(stderr).toContain('--timeout <seconds>');
  });
});
