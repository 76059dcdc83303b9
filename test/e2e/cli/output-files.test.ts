import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { binary, cleanEnv, cli, failureIn } from '../../helpers/cli.ts';
import { mockServer } from '../../helpers/mock-server.ts';
import { envFor, testServer } from '../../helpers/server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-output-'));
});

const latest = ['news', 'latest', '--limit', '3'];

/** A symbolic link to a file with the content `old`. */
async function linked() {
  const target = join(folder, 'target.json');
  const link = join(folder, 'link.json');
  await writeFile(target, 'old');
  await symlink('target.json', link);
  return { target, link };
}

/** Runs the built binary; it may write files of this many KiB. */
async function limited(kib: number, args: readonly string[], env: NodeJS.ProcessEnv) {
  const line = `ulimit -f ${kib}; exec "$0" "$@"`;
  const words = ['-c', line, process.execPath, binary, ...args];
  return promisify(execFile)('bash', words, { env: cleanEnv(env) }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
}

function newFifo(): string {
  const path = join(folder, 'fifo');
  execFileSync('mkfifo', [path]);
  return path;
}

describe('a symbolic link', () => {
  it('--output replaces its target', async () => {
    const { target, link } = await linked();
    const env = envFor(await testServer());
    expect((await cli([...latest, '--output', link], { env })).code).toBe(0);
    expect(JSON.parse(await readFile(target, 'utf8'))).toHaveProperty('items');
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
  });

  it('--output keeps the content of its target if the disk is full', async () => {
    const { target, link } = await linked();
    const item = { text: 'x'.repeat(100_000) };
    const server = await mockServer(http.get('*', () => HttpResponse.json({ items: [item] })));
    const { code, stderr } = await limited(16, [...latest, '--output', link], envFor(server));
    expect(code).toBe(1);
    expect(failureIn(stderr)).toMatchObject({
      error: 'output_lost',
      message: expect.stringContaining('is unchanged'),
    });
    expect(await readFile(target, 'utf8')).toBe('old');
    expect((await readdir(folder)).sort()).toEqual(['link.json', 'target.json']);
  });

  it('--batch --output replaces its target', async () => {
    const { target, link } = await linked();
    const env = envFor(await testServer());
    const args = ['news', 'search', '--batch', '-', '--output', link];
    expect((await cli(args, { env, input: 'chips\n' })).code).toBe(0);
    expect(await readFile(target, 'utf8')).toMatch(/^\{"query":"chips"/);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
  });

  it('config set keeps the link of the settings file', async () => {
    const home = await mkdtemp(join(tmpdir(), 'newswatch-home-'));
    const env = { HOME: home, XDG_CONFIG_HOME: home };
    const set = (value: string) => cli(['config', 'set', 'timeout', value], { env });
    await set('5');
    const path = join(home, 'newswatch', 'config.json');
    const target = join(folder, 'dotfile.json');
    await writeFile(target, await readFile(path, 'utf8'));
    execFileSync('ln', ['-sf', target, path]);
    expect((await set('7')).code).toBe(0);
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect(JSON.parse(await readFile(target, 'utf8'))).toEqual({ timeout: '7' });
  });
});

describe('--output to a FIFO', () => {
  const start = async (path: string, extra: readonly string[] = []) => {
    const env = cleanEnv(envFor(await testServer()));
    const args = [binary, ...extra, ...latest, '--output', path];
    const child = spawn(process.execPath, args, { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    return { child, ended: once(child, 'close'), stderr: text(child.stderr) };
  };

  it('waits for its reader', async () => {
    const path = newFifo();
    const { ended } = await start(path);
    await setTimeout(600);
    expect(JSON.parse(await readFile(path, 'utf8'))).toHaveProperty('items');
    expect(await ended).toEqual([0, null]);
  });

  it('ends after --timeout if nothing reads it', async () => {
    const { ended, stderr } = await start(newFifo(), ['--timeout', '1']);
    expect(await ended).toEqual([7, null]);
    expect(failureIn(await stderr)).toMatchObject({ error: 'timeout' });
  });

  it('ends with 143 on SIGTERM if nothing reads it', async () => {
    const { child, ended } = await start(newFifo());
    await setTimeout(800);
    child.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
  });

  it('--batch rejects it, and devices', async () => {
    const env = envFor(await testServer());
    const args = ['news', 'search', '--batch', '-', '--output'];
    for (const path of [newFifo(), '/dev/null']) {
      const { code, stderr } = await cli([...args, path], { env, input: 'chips\n' });
      expect(code).toBe(2);
      expect(failureIn(stderr)).toMatchObject({
        message: `--output ${path} must be a regular file with --batch`,
      });
    }
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });
});

it.each(['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])(
  '--output %s writes where a redirect has positioned the file',
  async (path) => {
    const env = cleanEnv(envFor(await testServer()));
    const file = join(folder, 'log.txt');
    await writeFile(file, 'first\n');
    const line = `(echo before; "$0" "$@" --output ${path}; echo after) >> ${file}`;
    await promisify(execFile)('bash', ['-c', line, process.execPath, binary, ...latest], { env });
    const [first, before, ...rest] = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect([first, before, rest.pop()]).toEqual(['first', 'before', 'after']);
    expect(JSON.parse(rest.join('\n'))).toHaveProperty('items');
  },
);

it('--output /dev/stdout writes to a pipe', async () => {
  const env = cleanEnv(envFor(await testServer()));
  const line = '"$0" "$@" --output /dev/stdout | cat';
  const words = ['-c', line, process.execPath, binary, ...latest];
  const { stdout } = await promisify(execFile)('bash', words, { env });
  expect(JSON.parse(stdout)).toHaveProperty('items');
});
