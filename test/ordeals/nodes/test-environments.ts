import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { type CliResult, cleanEnv, failureIn, type Program } from '../../helpers/cli.ts';
import { envFor, testServer } from '../../helpers/server.ts';

/** Whether a test can run as another user, without a home folder and without write access. */
const canChangeUser = process.getuid?.() === 0 && succeeds('setpriv', '--version');
const asOtherUser = 'setpriv --reuid 54321 --regid 54321 --clear-groups';
const hasTerminals = succeeds('script', '--version');

/** Declares tests of the program in unusual environments. */
export function testEnvironments([node, script]: Program): void {
  const newswatch = `"${node}" "${script}"`;

  /** Runs a shell command in which `newswatch` is the program. */
  async function shell(line: string, more: Record<string, string> = {}): Promise<CliResult> {
    const env = { ...cleanEnv(envFor(await testServer())), ...more };
    const text = line.replaceAll(/\bnewswatch\b/g, newswatch);
    return new Promise((resolve) => {
      execFile('bash', ['-c', text], { env }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      });
    });
  }

  async function expectPlain(line: string, more: Record<string, string> = {}): Promise<void> {
    const { code, stdout, stderr } = await shell(line, more);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toHaveProperty('operations');
  }

  async function expectRefusal(line: string, error: string, more: Record<string, string> = {}) {
    const { stdout, stderr, code } = await shell(line, more);
    expect(stdout).toBe('');
    expect(failureIn(stderr)).toMatchObject({ error, exit_code: code });
    expect(stderr).not.toMatch(/should not happen|\n\s+at /);
  }

  it('prints colors only if they are asked for', async () => {
    await expectPlain('newswatch usage', { TERM: 'dumb' });
    await expectPlain('newswatch usage', { NO_COLOR: '1', TERM: 'xterm-256color' });
    await expectPlain('newswatch usage', { FORCE_COLOR: '3' });
    const { stdout } = await shell('newswatch usage --color always', { NO_COLOR: '1' });
    expect(stdout).toContain('\u001b[');
    expect(JSON.parse(stripVTControlCharacters(stdout))).toHaveProperty('operations');
  });

  it('works without a home folder', async () => {
    await expectPlain('env -u HOME -u XDG_CONFIG_HOME -u XDG_DATA_HOME newswatch usage');
    const nothing = { HOME: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '' };
    await expectPlain('newswatch usage', nothing);
    await expectRefusal('newswatch config set timeout 5', 'no_home', nothing);
    await expectRefusal('newswatch --local usage', 'no_home', nothing);
  });

  it.runIf(canChangeUser)('works for a user without an account', async () => {
    const line = `env -u HOME ${asOtherUser} newswatch`;
    await expectPlain(`${line} usage`);
    await expectRefusal(`${line} config path`, 'no_home');
    await expectRefusal(`${line} serve --port 0`, 'no_home');
    expect((await shell(`${line} doctor`)).stdout).toContain('this user has no home folder');
  });

  it.runIf(canChangeUser)('works with a read-only home folder', async () => {
    const HOME = await mkdtemp(join(tmpdir(), 'newswatch-home-'));
    await chmod(HOME, 0o755);
    const env = { HOME, XDG_CONFIG_HOME: '', XDG_DATA_HOME: '' };
    await expectPlain(`${asOtherUser} newswatch usage`, env);
    await expectRefusal(`${asOtherUser} newswatch config set timeout 5`, 'config_not_saved', env);
    const follow = 'alerts list --follow --bookmark desk';
    await expectRefusal(`${asOtherUser} newswatch ${follow}`, 'bookmark_not_saved', env);
    await expectRefusal(`${asOtherUser} newswatch --local usage`, 'local_server', env);
    await expectRefusal(`${asOtherUser} newswatch serve --port 0`, 'cannot_start', env);
  });

  it('works with closed standard streams', async () => {
    await expectPlain('newswatch usage <&-');
    await expectRefusal('newswatch news search - <&-', 'invalid_value');
    expect(await shell('newswatch usage >&-')).toEqual({ code: 0, stdout: '', stderr: '' });
    await expectPlain('newswatch usage 2>&-');
    const failing = 'newswatch news latest --limit 0';
    for (const closed of ['2>&-', '>&- 2>&-', '<&- >&- 2>&-']) {
      expect(await shell(`${failing} ${closed}`)).toEqual({ code: 2, stdout: '', stderr: '' });
    }
  });

  it('works in locales other than UTF-8 and rejects their bytes', async () => {
    const create = 'newswatch monitors create --dry-run --prompt';
    const { stdout } = await shell(`env LC_ALL=C ${create} zürich`);
    expect(JSON.parse(stdout).request.body).toEqual({ prompt: 'zürich' });
    const latin = 'env LC_ALL=de_DE.ISO-8859-1';
    await expectPlain(`${latin} newswatch usage`);
    await expectRefusal(`${latin} ${create} $'z\\xfcrich'`, 'not_utf8');
    await expectRefusal(`printf 'z\\xfcrich' | ${latin} ${create} -`, 'not_utf8');
  });

  it('works at 20 columns', async () => {
    await expectPlain('newswatch usage', { COLUMNS: '20' });
    const help = await shell('newswatch serve --help', { COLUMNS: '20' });
    expect(help).toMatchObject({ code: 0, stdout: '' });
  });

  it.runIf(hasTerminals)('works in a terminal of 20 columns', async () => {
    const line = "script -qec 'stty cols 20; newswatch serve --help' /dev/null";
    const { code, stdout } = await shell(line);
    expect(code).toBe(0);
    expect(stdout).toContain('--allow-private-webhooks');
  });

  it('works in a deleted working directory', async () => {
    const gone = 'cd "$(mktemp -d)"; rmdir "$PWD"; newswatch';
    await expectPlain(`${gone} usage`);
    expect(await shell(`${gone} --version`)).toMatchObject({ code: 0, stderr: '' });
    await expectRefusal(`${gone} usage --output response.json`, 'output_lost');
    await expectRefusal(`${gone} config set api-key-file key`, 'invalid_value');
    await expectRefusal(`${gone} serve --data data --port 0`, 'cannot_start');
  });
}

function succeeds(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
