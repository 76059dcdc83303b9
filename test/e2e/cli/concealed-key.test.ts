import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, failureIn } from '../../helpers/cli.ts';

const baseUrl = { SERVICE_BASE_URL: 'http://127.0.0.1:9' };
const keys = ['k3y5', 'k3yk3', 'nw_live_0123456789', 'a/b+c="d"%41\\'];

/** Command lines that repeat the key in their output. */
const commandLines = (key: string): readonly (readonly string[])[] => [
  ['monitors', 'create', '--prompt', `about ${key} today`, '--dry-run'],
  ['monitors', 'delete', `m-${key}`, '--dry-run'],
  ['api', 'POST', `/api/v1/${key}?q=${encodeURIComponent(key)}`, '--dry-run'],
  ['api', 'POST', `/api/v1/${encodeURIComponent(encodeURIComponent(key))}`, '--dry-run'],
  ['api', 'GET', `https://news.example.com/${key}`],
  ['news', 'latest', '--limit', key],
  ['news', 'latest', key],
  [key],
  ['news', key],
  [`--${key}`, 'news', 'latest'],
  [`--key=${key}`, 'news', 'latest'],
  ['--timeout', key, 'news', 'latest'],
  ['--profile', key, 'news', 'latest'],
  ['explain', key],
  ['help', key],
  ['schema', key],
  ['config', 'get', key],
  ['mcp', 'call', 'news.latest', key],
  ['webhook', 'send', `ftp://${key}`],
  ['--verbose', '--retries', '0', 'monitors', 'get', key],
  ['--base-url', `http://127.0.0.1:9/${key}`, 'news', 'latest'],
];

/** The forms in which the key must not appear. */
function formsOf(key: string): string[] {
  return [
    key,
    encodeURIComponent(key),
    encodeURIComponent(encodeURIComponent(key)),
    JSON.stringify(key).slice(1, -1),
    Buffer.from(key).toString('base64'),
  ];
}

async function expectConcealed(
  key: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) {
  const { stdout, stderr } = await cli(args, { env: { ...baseUrl, ...env } });
  const output = stdout + stderr;
  expect(formsOf(key).filter((form) => output.includes(form))).toEqual([]);
  expect(output).not.toBe('');
}

describe.concurrent.each(keys)('the API key %s', (key) => {
  it.each(commandLines(key).map((args) => [args]))('is not printed by %j', async (args) => {
    await expectConcealed(key, args, { SERVICE_API_KEY: key });
  });
});

describe.concurrent('a key in a file', () => {
  const key = 'nw_file_0123456789';
  const newFile = async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'newswatch-key-')), 'key');
    await writeFile(file, `${key}\n`, { mode: 0o600 });
    return file;
  };

  it.each(commandLines(key).map((args) => [args]))(
    'of --api-key-file is not printed by %j',
    async (args) => {
      await expectConcealed(key, ['--api-key-file', await newFile(), ...args], {});
      await expectConcealed(key, [`--api-key-file=${await newFile()}`, ...args], {});
    },
  );

  it.each([['--limit', key], ['--limit', '5', key], [`--${key}`]])(
    'of a profile is not printed in the error of %s',
    async (...args) => {
      const home = await mkdtemp(join(tmpdir(), 'newswatch-home-'));
      const profiles = { work: { api_key_file: await newFile() } };
      await mkdir(join(home, 'newswatch'));
      await writeFile(join(home, 'newswatch', 'config.json'), JSON.stringify({ profiles }));
      await chmod(join(home, 'newswatch', 'config.json'), 0o600);
      await expectConcealed(key, ['news', 'latest', ...args], {
        HOME: home,
        XDG_CONFIG_HOME: home,
      });
    },
  );
});

it.each(['--api-key', '--key', '--token'])(
  'the value of %s, which does not exist, is not printed',
  async (flag) => {
    const key = 'nw_argument_0123456789';
    await expectConcealed(key, [flag, key, 'explain', key], {});
    await expectConcealed(key, [`${flag}=${key}`, 'explain', key], {});
    await expectConcealed(key, ['explain', key, flag, key], {});
  },
);

it.each(['a', 'ab', 'abc'])('the key %s is rejected: it would be everywhere', async (key) => {
  const env = { ...baseUrl, SERVICE_API_KEY: key };
  const { code, stdout, stderr } = await cli(['news', 'latest'], { env });
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(failureIn(stderr)).toMatchObject({
    error: 'bad_api_key',
    message: 'the API key is shorter than 4 characters',
  });
});

it('reports an error of a command line that has a key file of 60 kB', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-key-'));
  const file = join(folder, 'key.txt');
  await writeFile(file, 'k/'.repeat(30_000), { mode: 0o600 });
  const { code, stderr } = await cli(['--api-key-file', file, 'news', 'latest', 'extra']);
  expect(code).toBe(2);
  expect(failureIn(stderr)).toMatchObject({ error: 'excess_arguments' });
});
