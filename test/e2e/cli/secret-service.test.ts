import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { binary, cleanEnv } from '../../helpers/cli.ts';
import { envFor, testServer } from '../../helpers/server.ts';
import { hasOptionalTool } from '../../helpers/tools.ts';

const tools = ['dbus-run-session', 'gnome-keyring-daemon'];

/** Runs a script in a session of its own with a Secret Service. */
function inSession(script: string, home: string, env: Record<string, string>): Promise<string> {
  const folders = { HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home };
  const args = [
    '--',
    'sh',
    '-c',
    `newswatch() { '${process.execPath}' '${binary}' "$@"; }; ${script}`,
  ];
  return new Promise((resolve) => {
    execFile('dbus-run-session', args, { env: cleanEnv({ ...folders, ...env }) }, (_, stdout) =>
      resolve(stdout),
    );
  });
}

it.skipIf(!tools.every(hasOptionalTool))(
  'a key is saved in the Secret Service while it is unlocked, and not readable while it is locked',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'newswatch-secrets-'));
    const { SERVICE_BASE_URL = '', SERVICE_API_KEY: KEY = '' } = envFor(await testServer());
    const env = { SERVICE_BASE_URL, KEY };
    const unlocked = 'printf x | gnome-keyring-daemon --unlock --components=secrets > /dev/null';
    const login = 'printf %s "$KEY" | newswatch auth login --with-token 2>&1 > /dev/null';
    expect(await inSession(`${unlocked}; ${login}; newswatch auth token`, home, env)).toBe(
      `newswatch: the API key was saved in the Secret Service\n${KEY}\n`,
    );
    const locked = 'gnome-keyring-daemon --start --components=secrets > /dev/null 2>&1';
    const output = await inSession(`${locked}; newswatch usage 2>&1; echo "[$?]"`, home, env);
    expect(output).toContain('"error":"keychain_failed"');
    expect(output).toMatch(/SERVICE_API_KEY.*\[4\]\n$/s);
    expect(await inSession(`${unlocked}; newswatch auth logout`, home, env)).toContain('keychain');
  },
);
