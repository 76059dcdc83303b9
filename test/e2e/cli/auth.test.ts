import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { binary, cleanEnv, cli, failureIn } from '../../helpers/cli.ts';
import { closing } from '../../helpers/closing.ts';
import { paidKey, sharedServer, unpaidKey } from '../../helpers/server.ts';
import { onTerminal } from '../../helpers/terminal.ts';
import { hasTool } from '../../helpers/tools.ts';

const register = new URL('../../helpers/fake-keychain/register.mjs', import.meta.url).href;
const server = sharedServer();

let home: string;
let keychain: string;
let baseUrl: string;
beforeAll(() => {
  baseUrl = server().baseUrl;
});
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'newswatch-auth-'));
  keychain = join(home, 'keychain.json');
});

const settings = (name: string) => join(home, 'newswatch', name);

type KeychainState = 'unlocked' | 'locked' | 'silent' | 'crashing' | 'missing';

function environment(state: KeychainState, more: Record<string, string> = {}) {
  const options = { NODE_OPTIONS: `--import ${register}` };
  const fake = { FAKE_KEYCHAIN: keychain, FAKE_KEYCHAIN_STATE: state };
  return { XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, ...options, ...fake, ...more };
}

interface Options {
  keychain?: KeychainState;
  input?: string;
  env?: Record<string, string>;
}

function run(line: string, { keychain: state = 'unlocked', input = '', env }: Options = {}) {
  return cli(line.split(' '), { env: environment(state, env), input });
}

const login = (flags = '', { input = `${paidKey}\n`, ...options }: Options = {}) =>
  run(`auth login --with-token --base-url ${baseUrl}/${flags}`, { input, ...options });

describe('auth login', () => {
  it('keeps the keys of processes that save them at once', async () => {
    const profiles = Array.from({ length: 6 }, (_, number) => `p${number}`);
    await Promise.all(profiles.map((each) => login(` --insecure-storage --profile ${each}`)));
    for (const profile of profiles) {
      const { stdout } = await run(`--profile ${profile} auth token`);
      expect(stdout).toBe(`${paidKey}\n`);
    }
    await Promise.all(profiles.map((each) => run(`--profile ${each} auth logout`)));
    expect(existsSync(settings('api-keys.json'))).toBe(false);
  });

  it('saves the key in the keychain, so that commands need no environment variables', async () => {
    const { code, stdout, stderr } = await login();
    expect(JSON.parse(stdout)).toEqual({
      profile: null,
      base_url: baseUrl,
      api_key_store: 'keychain',
      verified: true,
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^newswatch: the API key was saved in the \w[\w ]+\n$/);
    expect((await run('account overview')).code).toBe(0);
    const { stdout: status } = await run('auth status');
    expect(JSON.parse(status)).toMatchObject({
      base_url: { value: baseUrl, source: 'config file' },
      api_key_source: 'config file',
      api_key_store: 'keychain',
      accepted: true,
    });
    expect(await run('auth token')).toEqual({ code: 0, stdout: `${paidKey}\n`, stderr: '' });
    expect(readFileSync(settings('config.json'), 'utf8')).not.toContain(paidKey);
    expect(existsSync(settings('api-keys.json'))).toBe(false);
  });

  it.each([
    ['locked', 'cannot be used: the keychain is locked; the API key was saved unencrypted in'],
    ['missing', 'needs @napi-rs/keyring, which is not installed for this system; the API key was'],
    ['crashing', 'cannot be used: its process ended with'],
  ] as const)('saves it in a private file if the keychain is %s', async (state, reason) => {
    const { code, stdout, stderr } = await login('', { keychain: state });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ api_key_store: 'file' });
    expect(stderr).toContain(reason);
    expect(stderr).toContain(settings('api-keys.json'));
    expect(statSync(settings('api-keys.json')).mode & 0o777).toBe(0o600);
    expect((await run('account overview', { keychain: state })).code).toBe(0);
  });

  it('--insecure-storage saves it in the file, and a later login in the keychain', async () => {
    const { stdout } = await login(' --insecure-storage');
    expect(JSON.parse(stdout)).toMatchObject({ api_key_store: 'file' });
    expect(existsSync(keychain)).toBe(false);
    await login();
    expect(existsSync(settings('api-keys.json'))).toBe(false);
    expect((await run('usage')).code).toBe(0);
  });

  it('saves no key that the service rejects, unless --no-verify', async () => {
    const input = 'nw_unknown_0123456789';
    const rejected = await login('', { input });
    expect(rejected.code).toBe(4);
    expect(JSON.parse(rejected.stdout)).toMatchObject({ error: 'unauthorized' });
    expect(rejected.stderr).toContain('auth login');
    expect(rejected.stderr).toContain('the API key was not saved');
    expect(existsSync(keychain)).toBe(false);
    const saved = await login(' --no-verify', { input });
    expect(JSON.parse(saved.stdout)).toMatchObject({ verified: false });
    expect(readFileSync(keychain, 'utf8')).toContain(input);
    const { code, stderr } = await run('auth status');
    expect(code).toBe(4);
    expect(stderr).toMatch(/^newswatch: unauthorized: .*; the key is from config file\n$/);
  });

  it('keeps a key for each profile', async () => {
    await login();
    await login(' --profile unpaid', { input: unpaidKey });
    expect((await run('auth token')).stdout).toBe(`${paidKey}\n`);
    expect((await run('--profile unpaid auth token')).stdout).toBe(`${unpaidKey}\n`);
    expect((await run('--profile unpaid news latest')).code).toBe(3);
    const { stdout } = await run('--profile unpaid auth logout');
    expect(JSON.parse(stdout)).toEqual({
      profile: 'unpaid',
      base_url: baseUrl,
      deleted_from: 'keychain',
      remaining_api_key_source: 'config file',
    });
    expect(readFileSync(keychain, 'utf8')).not.toContain(unpaidKey);
  });

  it.each([
    ['a newline', `${paidKey}\n`],
    ['a newline of Windows', `${paidKey}\r\n`],
    ['a byte order mark', `\ufeff${paidKey}`],
  ])('accepts a key from a pipe with %s', async (_, input) => {
    expect((await login('', { input })).code).toBe(0);
  });

  it.each([
    ['auth login', '', 'no_base_url', '--base-url'],
    ['auth login --base-url http://127.0.0.1:9', '', 'invalid_value', '--with-token'],
    ['auth login --with-token --base-url http://127.0.0.1:9', '', 'bad_api_key', 'empty'],
    ['auth login --with-token --base-url http://127.0.0.1:9', 'a b c d', 'bad_api_key', 'space'],
    ['auth login --with-token --base-url http://127.0.0.1:9', 'abc', 'bad_api_key', 'shorter'],
    ['auth login --with-token --base-url http://127.0.0.1:9', 'nw_1234', 'network_error', ''],
    ['auth login --with-token --base-url http://a.example', 'nw_1234', 'bad_base_url', 'https'],
    ['auth login --api-key-file k --base-url http://127.0.0.1:9', '', 'invalid_value', '--with'],
    ['auth login --local', '', 'invalid_value', '--local'],
    ['auth login --profile .x --base-url http://127.0.0.1:9', '', 'invalid_value', '--profile'],
    ['auth logout', '', 'no_api_key', 'auth login'],
    ['auth token', '', 'no_api_key', 'auth login'],
    ['auth logout --profile x', '', 'no_profile', 'x'],
  ])('newswatch %s with the input %j fails with %s', async (line, input, error, text) => {
    const { stdout, stderr } = await run(line, { input });
    expect(stdout).toBe('');
    expect(failureIn(stderr)).toMatchObject({ error });
    expect(stderr).toContain(text);
    expect(existsSync(keychain)).toBe(false);
  });
});

describe('a saved key', () => {
  it('is overridden by SERVICE_API_KEY, which does not need the keychain', async () => {
    await login();
    const env = { SERVICE_API_KEY: unpaidKey };
    const options: Options = { keychain: 'silent', env };
    expect((await run('auth token', options)).stdout).toBe(`${unpaidKey}\n`);
    expect((await run('account overview', options)).code).toBe(0);
    const { stderr } = await login('', { env });
    expect(stderr).toContain('SERVICE_API_KEY is set and overrides the saved key');
    const { stdout } = await run('auth logout', { env });
    expect(JSON.parse(stdout)).toMatchObject({ remaining_api_key_source: 'SERVICE_API_KEY' });
  });

  it('is not sent to another service', async () => {
    await login();
    const { code, stderr } = await run('--base-url http://127.0.0.1:9 usage');
    expect(code).toBe(4);
    expect(failureIn(stderr)).toMatchObject({
      error: 'no_api_key',
      message: expect.stringContaining(`is for ${baseUrl}, not for http://127.0.0.1:9`),
    });
  });

  it.each(['locked', 'missing', 'crashing'] as const)(
    'that cannot be read because the keychain is %s fails with a way out',
    async (state) => {
      await login();
      for (const command of ['usage', 'auth status', 'auth token', 'auth logout']) {
        const { code, stderr } = await run(command, { keychain: state });
        expect(code).toBe(4);
        expect(failureIn(stderr)).toMatchObject({
          error: 'keychain_failed',
          hint: expect.stringContaining('SERVICE_API_KEY'),
        });
      }
      const { stdout } = await run('doctor', { keychain: state });
      expect(stdout).toContain('SERVICE_API_KEY');
    },
  );

  it('does not let a keychain without an answer block a command', async () => {
    await login();
    const start = performance.now();
    const { code, stderr } = await run('--timeout 1 usage', { keychain: 'silent' });
    expect(performance.now() - start).toBeLessThan(6000);
    expect(code).toBe(4);
    expect(failureIn(stderr)['message']).toMatch(/does not respond within [01](\.\d+)? s$/);
  });

  it('that was deleted in the keychain is missed with a way out', async () => {
    await login();
    await run('auth status', { env: {} });
    const other = join(home, 'empty.json');
    const { stderr } = await run('usage', { env: { FAKE_KEYCHAIN: other } });
    expect(failureIn(stderr)).toMatchObject({
      error: 'no_api_key',
      hint: expect.stringContaining('newswatch auth login'),
    });
  });

  it('in the file is concealed in errors, and rejected if others can read it', async () => {
    await login(' --insecure-storage');
    expect((await run(`news latest ${paidKey}`)).stderr).not.toContain(paidKey);
    expect((await run('auth status')).stdout).not.toContain(paidKey);
    chmodSync(settings('api-keys.json'), 0o644);
    const { stderr } = await run('usage');
    expect(failureIn(stderr)).toMatchObject({ error: 'exposed_secret' });
  });
});

/** Runs auth login on a terminal, types after the question, and returns what the terminal shows. */
async function type(keys: string, flags = '') {
  const command = `'${process.execPath}' '${binary}' auth login --base-url ${baseUrl} ${flags}`;
  const line = `${command}; echo "[$?]"; stty -a | grep -o -- '-\\?\\becho\\b'`;
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    env: cleanEnv({ ...environment('unlocked'), SHELL: '/bin/sh' }),
  });
  closing({ close: async () => child.kill('SIGKILL') });
  let screen = '';
  let isTyped = false;
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    if (isTyped || !screen.includes('(hidden): ')) return;
    isTyped = true;
    child.stdin.write(keys);
  });
  await new Promise((resolve) => child.once('close', resolve));
  const [, code] = /\[(\d+)\]\r\n(\S+)/.exec(screen) ?? [];
  return { screen, code: Number(code), echoes: screen.trimEnd().endsWith('\necho') };
}

describe.skipIf(!hasTool('script'))('auth login on a terminal', () => {
  it.each([
    ['typed', `${paidKey}\r`],
    ['corrected', `nw_wrong\u0015${paidKey}x\u007f\r`],
    ['pasted with spaces around it', `  ${paidKey} \r`],
    ['pasted in brackets', `\u001b[200~${paidKey}\u001b[201~\r`],
  ])('does not show a key that is %s', async (_, keys) => {
    const { screen, code, echoes } = await type(keys);
    expect({ code, echoes }).toEqual({ code: 0, echoes: true });
    expect(screen).not.toContain(paidKey.slice(0, 8));
    expect(readFileSync(keychain, 'utf8')).toContain(`"${paidKey}"`);
  });

  it('asks for the address of the service if there is none', async () => {
    const env = { ...environment('unlocked'), SHELL: '/bin/sh', NO_COLOR: '1' };
    const replies = [
      ['(https://…): ', `${baseUrl}\r`],
      ['(hidden): ', `${paidKey}\r`, 200],
    ] as const;
    const { code, screen } = await onTerminal(['auth', 'login'], env, replies);
    expect({ code, hasUrl: screen.includes(`"base_url": "${baseUrl}"`) }).toEqual({
      code: 0,
      hasUrl: true,
    });
    expect(screen).not.toContain(paidKey.slice(0, 8));
  });

  it('accepts keys that are longer than a line of a terminal', async () => {
    const key = `nw_${'0123456789'.repeat(600)}`;
    expect((await type(`${key}\r`, '--no-verify')).code).toBe(0);
    expect(readFileSync(keychain, 'utf8')).toContain(`"${key}"`);
  });

  it.each([
    ['Ctrl+C', 'nw_12\u0003', 130],
    ['the end of the input', '\u0004', 4],
    ['an empty line', '\r', 4],
  ])('restores the terminal and saves nothing after %s', async (_, keys, exit) => {
    const { code, echoes } = await type(keys);
    expect({ code, echoes }).toEqual({ code: exit, echoes: true });
    expect(existsSync(keychain)).toBe(false);
  });
});
