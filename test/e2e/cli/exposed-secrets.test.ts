import { execFile, execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, cli, failureIn } from '../../helpers/cli.ts';
import { paidKey, testServer } from '../../helpers/server.ts';

const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';

async function newFile(content: string, mode: number, name = 'secret'): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'newswatch-exposed-')), name);
  await writeFile(file, content);
  await chmod(file, mode);
  return file;
}

/** Command lines that read a key or secret from the file. */
const readers = (file: string): readonly (readonly [string, ...string[]])[] => [
  ['--api-key-file', file, 'news', 'latest'],
  ['webhook', 'verify', '--secret-file', file],
  ['webhook', 'send', 'http://127.0.0.1:9/', '--secret-file', file],
  ['webhook', 'listen', '--port', '0', '--secret-file', file],
];

describe.each([0o644, 0o640, 0o604, 0o620, 0o777])('a file with the mode %o', (mode) => {
  it.each([0, 1, 2, 3])('is rejected with the command that fixes it (%#)', async (index) => {
    const file = await newFile(secret, mode);
    const env = { SERVICE_BASE_URL: 'http://127.0.0.1:9' };
    const { code, stderr } = await cli(readers(file)[index] ?? [], { env });
    expect(code).toBe(2);
    expect(failureIn(stderr)).toMatchObject({
      error: 'exposed_secret',
      message: expect.stringContaining(`mode 0${mode.toString(8)}`),
      hint: `Run: chmod 600 ${file}`,
    });
    expect(stderr).not.toContain(secret);
  });
});

it('the command that fixes it works for any path', async () => {
  const file = await newFile(paidKey, 0o644, "it's a $(key)");
  const { baseUrl } = await testServer();
  const read = () => cli(['--api-key-file', file, 'usage'], { env: { SERVICE_BASE_URL: baseUrl } });
  const { hint } = failureIn((await read()).stderr);
  execFileSync('sh', ['-c', String(hint).replace('Run: ', '')]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await read()).code).toBe(0);
});

it('the mode of the target of a symbolic link counts', async () => {
  const file = await newFile(paidKey, 0o400);
  const link = `${file}-link`;
  await symlink(file, link);
  const { baseUrl } = await testServer();
  const args = ['--api-key-file', link, 'usage'];
  expect((await cli(args, { env: { SERVICE_BASE_URL: baseUrl } })).code).toBe(0);
  await chmod(file, 0o440);
  expect((await cli(args, { env: { SERVICE_BASE_URL: baseUrl } })).code).toBe(2);
});

describe('a fixture that other users can access', () => {
  const serve = async (fixture: object) => {
    const file = await newFile(JSON.stringify(fixture), 0o644, 'fixture.json');
    return { file, result: await cli(['serve', '--data', '/dev/null/x', '--fixture', file]) };
  };
  const connection = { id: 'c', account: 'a', webhook_url: 'https://a.example/' };

  it.each([
    { accounts: [{ id: 'a', keys: ['nw_key_of_a_fixture'] }] },
    { accounts: [{ id: 'a' }], connections: [{ ...connection, signing_secret: secret }] },
    { accounts: [{ id: 'a' }], connections: [{ ...connection, previous_secret: secret }] },
  ])('is rejected if it contains a key or secret (%#)', async (fixture) => {
    const { file, result } = await serve(fixture);
    expect(result.code).toBe(2);
    expect(failureIn(result.stderr)).toMatchObject({
      error: 'exposed_secret',
      message: expect.stringContaining('--fixture'),
      hint: `Run: chmod 600 ${file}`,
    });
  });

  it('is accepted without one', async () => {
    const { result } = await serve({ accounts: [{ id: 'a' }] });
    expect(result.stderr).not.toContain('exposed_secret');
  });
});

it('the key of the local server is rejected if other users can access it', async () => {
  const env = { XDG_DATA_HOME: await mkdtemp(join(tmpdir(), 'newswatch-exposed-')) };
  expect((await cli(['--local', 'usage'], { env })).code).toBe(0);
  const file = join(env.XDG_DATA_HOME, 'newswatch', 'local', 'api-key');
  await chmod(file, 0o666);
  const { code, stderr } = await cli(['--local', 'usage'], { env });
  expect(code).toBe(2);
  expect(failureIn(stderr)).toMatchObject({
    error: 'exposed_secret',
    hint: `Run: chmod 600 ${file}`,
  });
  await chmod(file, 0o600);
  expect((await cli(['--local', 'usage'], { env })).code).toBe(0);
});

// Only root can run a program as another user.
it.runIf(process.getuid?.() === 0)(
  'a file of another user is rejected with what root must run, which fixes it',
  async () => {
    const file = await newFile(paidKey, 0o640);
    const nobody = 65534;
    await chmod(join(file, '..'), 0o755);
    await chown(file, 0, nobody);
    const { baseUrl } = await testServer();
    const program = [process.execPath, [binary, '--api-key-file', file, 'usage']] as const;
    const options = {
      env: cleanEnv({ SERVICE_BASE_URL: baseUrl, XDG_CONFIG_HOME: join(file, '..') }),
      uid: nobody,
      gid: nobody,
    };
    const run = () => promisify(execFile)(...program, options);
    const { stderr, code } = await run().catch((error) => error);
    expect(code).toBe(2);
    const { hint } = failureIn(stderr);
    expect(hint).toBe(
      `The file belongs to another user. Run as root: chown nobody ${file} && chmod 600 ${file}`,
    );
    execFileSync('sh', ['-c', String(hint).replace(/.*Run as root: /, '')]);
    expect(JSON.parse((await run()).stdout)).toBeTypeOf('object');
  },
);

it('a key from a pipe is accepted', async () => {
  const { baseUrl } = await testServer();
  const { code } = await cli(['--api-key-file', '-', 'usage'], {
    env: { SERVICE_BASE_URL: baseUrl },
    input: paidKey,
  });
  expect(code).toBe(0);
});

it('doctor reports an exposed key file and its fix', async () => {
  const file = await newFile(paidKey, 0o644);
  const { baseUrl } = await testServer();
  const { code, stdout } = await cli(['--api-key-file', file, 'doctor'], {
    env: { SERVICE_BASE_URL: baseUrl },
  });
  expect(code).toBe(2);
  const { checks } = JSON.parse(stdout) as { checks: { name: string }[] };
  expect(checks.find(({ name }) => name === 'key')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('accessible to other users'),
    hint: `Run: chmod 600 ${file}`,
  });
});

// Mounting needs root and its own mount namespace.
const canMount = (() => {
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

it.runIf(canMount)('a read-only file system causes only a warning', async () => {
  const file = await newFile(paidKey, 0o644);
  const folder = join(file, '..');
  const { baseUrl } = await testServer();
  const program = `mount --bind ${folder} ${folder} && mount -o remount,bind,ro ${folder} && exec "$0" "$@"`;
  const words = ['-m', 'sh', '-c', program, process.execPath, binary];
  const { stdout, stderr } = await promisify(execFile)(
    'unshare',
    [...words, '--api-key-file', file, 'usage'],
    { env: cleanEnv({ SERVICE_BASE_URL: baseUrl }) },
  );
  expect(JSON.parse(stdout)).toBeTypeOf('object');
  expect(stderr).toContain('does not let that change');
});
