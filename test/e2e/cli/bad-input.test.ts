import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';

/** The port is closed: a request would end with exit code 7. */
const env = { SERVICE_BASE_URL: 'http://127.0.0.1:9', SERVICE_API_KEY: 'nw_key' };
const search = ['news', 'search', 'x'];

async function failureOf(args: readonly string[], more: Record<string, string> = {}) {
  const { code, stdout, stderr } = await cli(args, { env: { ...env, ...more } });
  expect(stdout).toBe('');
  expect(stderr).not.toMatch(/\n\s+at /);
  const failure = failureIn(stderr);
  expect(failure['exit_code']).toBe(code);
  return failure;
}

describe('an invalid command line', () => {
  it.each([
    [['news', 'search', '-cocoa'], 'unknown_option', 'Put -- before'],
    [['nws'], 'unknown_command', 'Did you mean newswatch news?'],
    [['news', 'serch'], 'unknown_command', 'Did you mean newswatch news search?'],
    [[...search, '--limt', '3'], 'unknown_option', 'Did you mean --limit?'],
    [['news', 'search'], 'missing_argument', 'See: newswatch news search --help'],
    [['news', 'search', 'chip', 'exports'], 'excess_arguments', 'Quote'],
    [[...search, '--limit'], 'option_missing_argument', 'See: newswatch news search --help'],
    [
      ['--local', '--base-url', 'https://a.example', 'usage'],
      'conflicting_option',
      'See: newswatch --help',
    ],
  ])('%j is %s, with a hint', async (args, error, hint) => {
    expect(await failureOf(args)).toMatchObject({
      error,
      kind: 'usage',
      exit_code: 2,
      hint: expect.stringContaining(hint),
    });
  });

  it.each(['0', '-1', '1e9', '1000001', 'abc', '', '1.5', '99999999999999999999'])(
    '--limit %j is rejected by name',
    async (limit) => {
      expect(await failureOf([...search, '--limit', limit])).toMatchObject({
        error: 'invalid_value',
        message: expect.stringContaining(
          '--limit must be a whole number from 1 to 1000000; --all has no maximum',
        ),
        exit_code: 2,
      });
    },
  );

  it.each([
    [
      [...search, '--hours-ago', '8761'],
      '--hours-ago must be a whole number from 1 to 8760 (got "8761")',
    ],
    [['news', 'search', ''], '<query> must not be empty'],
    [['news', 'search', '  '], '<query> must not be empty'],
    [
      ['news', 'search', '--batch', '-', '--limit', '101'],
      '--limit must be a whole number from 1 to 100 (got "101")',
    ],
    [
      ['alerts', 'list', '--since', 'tomorrow'],
      '--since must be a date such as 2026-11-20, today, yesterday, or a time ago such as 24h, or an RFC 3339 time with a zone, such as 2026-11-20T09:30:00Z (got "tomorrow")',
    ],
    [['news', 'latest', '--since', '2026-02-30'], '--since must be a date that exists'],
    [
      ['news', 'mine', '--until', '2026-11-20T09:30:00'],
      '--until must have seconds and a time zone',
    ],
    [
      ['news', 'latest', '--since', '1795168200'],
      '--since must be RFC 3339, not the time since 1970: 2026-11-20T09:50:00Z (got "1795168200")',
    ],
    [
      ['alerts', 'list', '--since', '2026-11-20', '--until', '2026-11-19'],
      '--since 2026-11-20 must not be after --until 2026-11-19',
    ],
    [
      [...search, '--since', 'today', '--hours-ago', '24'],
      '--since today cannot be combined with --hours-ago 24',
    ],
    [['monitors', 'create'], '--prompt is required'],
    [
      ['delivery', 'connect', '--platform', 'webhok', '--webhook-url', 'https://a.example'],
      '--platform must be one of: webhook (got "webhok"); did you mean webhook?',
    ],
    [['delivery', 'connect'], '--platform is required; --webhook-url is required'],
    [[...search, '--timeout', 'soon'], '--timeout must be seconds'],
    [[...search, '--timeout', '0'], '--timeout must be seconds'],
  ])('%j reports the problem', async (args, message) => {
    const failure = await failureOf(args);
    expect(failure['message']).toContain(message);
    expect(failure['exit_code']).toBe(2);
  });

  it('an empty query on standard input is rejected', async () => {
    const { code, stderr } = await cli(['news', 'search', '-'], { env });
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain('<query> must not be empty');
  });

  it('endless standard input is rejected', async () => {
    const { code, stderr } = await cli(['news', 'search', '-'], {
      env,
      input: 'x'.repeat(17_000_000),
    });
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain('larger than 16777216 bytes');
  });

  it('only one value can come from standard input', async () => {
    const args = [
      'delivery',
      'connect',
      '--platform',
      'webhook',
      '--webhook-url',
      '-',
      '--name',
      '-',
    ];
    expect((await failureOf(args))['message']).toContain('not webhook_url and name');
  });
});

describe('invalid settings', () => {
  it.each([' nw_secret', 'nw_secret\n', 'nw_secret ', 'nw_se cret', 'nw_sécret'])(
    'the key %j is rejected with exit 4 and never repeated',
    async (key) => {
      const failure = await failureOf(['usage'], { SERVICE_API_KEY: key });
      expect(failure).toMatchObject({ error: 'bad_api_key', kind: 'auth', exit_code: 4 });
      expect(JSON.stringify(failure)).not.toContain(key.trim());
    },
  );

  it.each([
    ['news.example.com', 'no http scheme'],
    ['https://news.example.com/api?x=1', 'has a query'],
    ['http://news.example.com', 'plain http'],
    ['https://', 'not a URL'],
  ])('the base URL %s is rejected', async (SERVICE_BASE_URL, message) => {
    const failure = await failureOf(['usage'], { SERVICE_BASE_URL });
    expect(failure).toMatchObject({
      error: 'bad_base_url',
      exit_code: 2,
      message: expect.stringContaining(message),
    });
  });
});
