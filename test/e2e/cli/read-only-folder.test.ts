import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inbox } from 'newswatch/receiver';
import { beforeAll, describe, expect, it } from 'vitest';
import { binary, cleanEnv, failureIn } from '../../helpers/cli.ts';
import { serve } from '../../helpers/serve.ts';
import { secret } from '../../helpers/test-receiver.ts';

// Mounting needs root and its own mount namespace.
const canMount = (() => {
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe.runIf(canMount)('on a read-only file system', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newswatch-read-only-'));
    const { end } = await serve('--data', join(folder, 'server'));
    await end('SIGTERM');
    Inbox.open(join(folder, 'inbox')).close();
    await writeFile(join(folder, 'secret'), secret, { mode: 0o600 });
  });

  /** The error of the command, whose last argument is a folder. */
  function failureOf(...args: string[]): Promise<Record<string, unknown>> {
    const program = `mount --bind ${folder} ${folder} && mount -o remount,bind,ro ${folder} && exec "$0" "$@"`;
    const words = ['-m', 'sh', '-c', program, process.execPath, binary, ...args];
    return new Promise((resolve) => {
      execFile('unshare', words, { env: cleanEnv() }, (_error, _stdout, stderr) =>
        resolve(failureIn(stderr)),
      );
    });
  }

  it.each([
    ['server', 'serve', '--port', '0', '--data'],
    ['new', 'serve', '--port', '0', '--data'],
    ['inbox', 'webhook', 'listen', '--port', '0', '--secret-file', 'secret', '--data'],
    ['new', 'webhook', 'listen', '--port', '0', '--secret-file', 'secret', '--data'],
  ])('the folder %s is an error with the reason: %s %s', async (name, ...args) => {
    const data = join(folder, name);
    const words = args.map((word) => (word === 'secret' ? join(folder, word) : word));
    expect(await failureOf(...words, data)).toMatchObject({
      error: 'cannot_start',
      message: expect.stringMatching(
        new RegExp(
          `^cannot open the database ${data}/\\w+\\.db: read-only file system \\(EROFS\\)$`,
        ),
      ),
    });
  });
});
