import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';
import { paidKey, testServer } from '../../helpers/server.ts';

let home: string;
let env: Record<string, string>;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'newswatch-config-'));
  env = { XDG_CONFIG_HOME: home };
});

const run = (args: string[], more: Record<string, string> = {}) =>
  cli(args, { env: { ...env, ...more } });

async function json(args: string[], more: Record<string, string> = {}) {
  const { stdout, stderr } = await run(args, more);
  return stdout === '' ? failureIn(stderr) : JSON.parse(stdout);
}

const configFile = () => join(home, 'newswatch', 'config.json');
const closed = 'http://127.0.0.1:9';

describe('newswatch config', () => {
  it('saves a base URL that commands use, readable only by its owner', async () => {
    const { baseUrl } = await testServer();
    expect((await run(['config', 'set', 'base-url', `${baseUrl}/`])).code).toBe(0);
    expect((await stat(configFile())).mode & 0o777).toBe(0o600);
    expect(await json(['config', 'path'])).toEqual({ path: configFile() });
    const { code } = await run(['usage'], { SERVICE_API_KEY: paidKey });
    expect(code).toBe(0);
    await run(['config', 'unset', 'base-url']);
    expect((await run(['usage'], { SERVICE_API_KEY: paidKey })).code).toBe(2);
  });

  it('shows the effective value: flag, environment, profile, file, default', async () => {
    await run(['config', 'set', 'timeout', '1']);
    await run(['--profile', 'work', 'config', 'set', 'timeout', '2']);
    const winner = async (args: string[], more: Record<string, string> = {}) => {
      const { value, source, overrides } = await json([...args, 'config', 'get', 'timeout'], more);
      return [value, source, overrides.length];
    };
    const all = { SERVICE_TIMEOUT: '3', SERVICE_PROFILE: 'work' };
    expect(await winner(['--timeout', '4'], all)).toEqual(['4', '--timeout', 4]);
    expect(await winner([], all)).toEqual(['3', 'SERVICE_TIMEOUT', 3]);
    expect(await winner([], { SERVICE_PROFILE: 'work' })).toEqual(['2', 'profile work', 2]);
    expect(await winner([])).toEqual(['1', 'config file', 1]);
    await run(['config', 'set', 'profile', 'work']);
    expect(await winner([])).toEqual(['2', 'profile work', 2]);
    await run(['config', 'unset', 'profile']);
    await run(['config', 'unset', 'timeout']);
    expect(await winner([])).toEqual(['30', 'default', 0]);
    expect(await json(['config', 'list'])).toMatchObject({ profiles: ['work'] });
  });

  it('keeps the settings of processes that change them at once', async () => {
    const profiles = Array.from({ length: 8 }, (_, number) => `p${number}`);
    await Promise.all(
      profiles.map((profile) => run(['--profile', profile, 'config', 'set', 'timeout', '5'])),
    );
    const list = await json(['config', 'list']);
    expect(list.profiles.sort()).toEqual(profiles);
    expect(await readdir(join(home, 'newswatch'))).toEqual(['config.json']);
  });

  it('saves the base URL and key of a profile', async () => {
    const { baseUrl } = await testServer();
    const keyFile = join(home, 'key');
    await writeFile(keyFile, `${paidKey}\n`, { mode: 0o600 });
    await run(['config', 'set', 'base-url', closed]);
    await run(['--profile', 'ci', 'config', 'set', 'base-url', baseUrl]);
    await run(['--profile', 'ci', 'config', 'set', 'api-key-file', keyFile]);
    expect((await run(['--profile', 'ci', 'usage'])).code).toBe(0);
    expect((await run(['usage'], { SERVICE_PROFILE: 'ci' })).code).toBe(0);
    expect(await readFile(configFile(), 'utf8')).not.toContain(paidKey);
  });

  it.each([
    [['config', 'set', 'base-url', 'http://example.com'], 'plain http'],
    [['config', 'set', 'timeout', 'soon'], 'timeout must be seconds'],
    [['config', 'set', 'base_ulr', closed], 'did you mean base-url?'],
    [['config', 'set', 'profile', 'nowhere'], 'there is no profile "nowhere"'],
    [['--profile', 'nowhere', 'usage'], 'there is no profile "nowhere" (--profile)'],
    [['--profile', '__proto__', 'usage'], 'there is no profile'],
    [['--profile', '__proto__', 'config', 'set', 'timeout', '1'], '--profile must be'],
    [['--profile', 'a/b', 'config', 'set', 'timeout', '1'], '--profile must be'],
  ])('%j is rejected and saves nothing', async (args, message) => {
    const { code, stderr } = await run(args);
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain(message);
    await expect(stat(configFile())).rejects.toThrow();
  });

  it.each([
    ['{', 'is not valid JSON'],
    ['[]', 'invalid at the top level'],
    ['{"api_key":"nw_secret_key"}', 'unknown settings: api_key'],
    ['{"timeout":3}', 'timeout'],
  ])('an invalid file %j is reported and not changed', async (text, message) => {
    await run(['config', 'set', 'timeout', '9']);
    await writeFile(configFile(), text);
    const { code, stderr } = await run(['usage']);
    expect(code).toBe(2);
    expect(failureIn(stderr)).toMatchObject({ error: 'bad_config' });
    expect(failureIn(stderr)['message']).toContain(message);
    expect(stderr).not.toContain('nw_secret_key');
    expect((await run(['config', 'set', 'timeout', '1'])).code).toBe(2);
    expect(await readFile(configFile(), 'utf8')).toBe(text);
  });

  it('reports a folder that is not writable', async () => {
    await writeFile(join(home, 'newswatch'), 'a file in the way');
    const { code, stderr } = await run(['config', 'set', 'timeout', '1']);
    expect(code).toBe(1);
    expect(failureIn(stderr)).toMatchObject({ error: 'config_not_saved' });
  });
});

describe('the API key', () => {
  it('can come from a file or standard input, with a final newline', async () => {
    const { baseUrl } = await testServer();
    const file = join(home, 'key');
    await writeFile(file, `${paidKey}\n`, { mode: 0o600 });
    const where = ['--base-url', baseUrl];
    expect((await run([...where, '--api-key-file', file, 'usage'])).code).toBe(0);
    const piped = await cli([...where, '--api-key-file', '-', 'usage'], {
      env,
      input: `${paidKey}\r\n`,
    });
    expect(piped.code).toBe(0);
    const both = await run([...where, '--api-key-file', file, 'usage'], {
      SERVICE_API_KEY: 'nw_other',
    });
    expect(both.code).toBe(0);
  });

  it('reports a file that cannot be read', async () => {
    const { code, stderr } = await run([
      '--base-url',
      closed,
      '--api-key-file',
      '/nowhere',
      'usage',
    ]);
    expect(code).toBe(4);
    expect(failureIn(stderr)['message']).toContain('"/nowhere" (--api-key-file)');
  });

  it('and another value cannot both come from standard input', async () => {
    const args = ['--base-url', closed, '--api-key-file', '-', 'news', 'search', '-'];
    const { code, stderr } = await cli(args, { env, input: 'x' });
    expect(code).toBe(2);
    expect(failureIn(stderr)['message']).toContain('not --api-key-file and query');
  });
});

describe('newswatch auth status', () => {
  it('shows the source of the key and that it is valid, but never the key', async () => {
    const { baseUrl } = await testServer();
    const { code, stdout } = await run(['auth', 'status'], {
      SERVICE_BASE_URL: baseUrl,
      SERVICE_API_KEY: paidKey,
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      base_url: { value: baseUrl, source: 'SERVICE_BASE_URL' },
      api_key_source: 'SERVICE_API_KEY',
      accepted: true,
      overview: { account: { id: 'paid' } },
    });
    expect(stdout).not.toContain(paidKey);
  });

  it('exits with 4 if the key is invalid or missing', async () => {
    const { baseUrl } = await testServer();
    const where = { SERVICE_BASE_URL: baseUrl };
    const rejected = await run(['auth', 'status'], { ...where, SERVICE_API_KEY: 'nw_unknown_key' });
    expect(rejected.code).toBe(4);
    expect(JSON.parse(rejected.stdout)).toMatchObject({ accepted: false, status: 401 });
    expect((await run(['auth', 'status'], where)).code).toBe(4);
  });
});
