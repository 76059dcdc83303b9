import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { installPacked } from '../../helpers/packed.ts';

let modules: string;
beforeAll(async () => {
  const { project } = await installPacked();
  modules = join(project, 'node_modules');
  return () => rm(project, { recursive: true, force: true });
}, 180_000);

interface Result {
  code: number;
  stdout: string;
  stderr: string;
  /** Files and folders that the command created in its home. */
  created: string[];
}

/** A new home folder as the working folder, which is deleted at the end of the test. */
async function newHome() {
  const home = await mkdtemp(join(tmpdir(), 'newswatch-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    SERVICE_API_KEY: 'nw_test_key',
    SERVICE_WEBHOOK_SECRET: 'whsec_'.padEnd(40, 'a'),
  };
  return { env, cwd: home, timeout: 30_000 };
}

const program = (args: readonly string[]) => [
  join(modules, 'newswatch/bin/newswatch.cjs'),
  ...args,
];

/** Runs the program in a new home folder. */
async function newswatch(...args: string[]): Promise<Result> {
  return runIn(await newHome(), args);
}

/** @param input of the program */
function runIn(
  options: Awaited<ReturnType<typeof newHome>>,
  args: readonly string[],
  input = '',
): Promise<Result> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, program(args), options, async (error, ...texts) => {
      const [stdout, stderr] = texts;
      const created = (await readdir(options.cwd, { recursive: true })).sort();
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr, created });
    });
    child.stdin?.end(input);
  });
}

async function without<R>(parts: readonly string[], work: () => Promise<R>): Promise<R> {
  const hidden = (part: string) => join(modules, `.hidden-${part.replace('/', '-')}`);
  for (const part of parts) await rename(join(modules, part), hidden(part));
  try {
    return await work();
  } finally {
    for (const part of parts) await rename(hidden(part), join(modules, part));
  }
}

const surfaces = ['@modelcontextprotocol/server', 'oidc-provider'];

/** What cannot run without the optional dependencies of a folder. */
const commands: [name: string, needs: readonly string[], args: string[]][] = [
  ['serve', surfaces, ['serve', '--port', '0', '--data', 'd']],
  ['serve on PostgreSQL', [...surfaces, 'pg'], ['serve', '--database', 'postgres://127.0.0.1:1/x']],
  ['serve with metrics', ['prom-client'], ['serve', '--data', 'd', '--metrics', '127.0.0.1:0']],
  ['--local', surfaces, ['--local', 'news', 'search', 'chips']],
];

for (const [name, needs, args] of commands) {
  describe(name, () => {
    it.each(needs)('says that %s is missing, and starts nothing', async (part) => {
      const { code, stdout, stderr, created } = await without([part], () => newswatch(...args));
      expect({ code, stdout, created }).toEqual({ code: 1, stdout: '', created: [] });
      expect(JSON.parse(stderr)).toMatchObject({ error: 'not_installed' });
      expect(stderr).toContain(`needs ${part}, which is not installed; run: npm install ${part}@`);
    });

    it('names all missing parts at once', async () => {
      const { code, stderr } = await without(needs, () => newswatch(...args));
      expect(code).toBe(1);
      expect(stderr).toContain(`needs ${new Intl.ListFormat('en').format(needs)}, which`);
    });
  });
}

it('--jq says that jq-web is missing before anything is sent', async () => {
  const args = ['usage', '--base-url', 'http://127.0.0.1:1', '--jq', '.'];
  const { code, stdout, stderr } = await without(['jq-web'], () => newswatch(...args));
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  const { error, message } = JSON.parse(stderr);
  expect(error).toBe('not_installed');
  expect(message).toMatch(/^--jq needs jq-web, .*; run: npm install jq-web@\d+\.\d+\.\d+$/);
});

it('auth login saves the key in a private file if @napi-rs/keyring is missing', async () => {
  const { env, ...options } = await newHome();
  const home = { ...options, env: { ...env, SERVICE_API_KEY: '' } };
  await without(['@napi-rs/keyring'], async () => {
    const login = ['auth', 'login', '--with-token', '--no-verify'];
    const args = [...login, '--base-url', 'http://127.0.0.1:1'];
    const { code, stdout, stderr } = await runIn(home, args, 'nw_saved_key');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ api_key_store: 'file' });
    expect(stderr).toMatch(/needs @napi-rs\/keyring, which is not installed .* saved unencrypted/);
    const token = await runIn(home, ['auth', 'token']);
    expect(token).toMatchObject({ code: 0, stdout: 'nw_saved_key\n' });
    const file = token.created.find((each) => each.endsWith('api-keys.json')) ?? '';
    expect((await stat(join(home.cwd, file))).mode & 0o777).toBe(0o600);
  });
});

it('serve runs without spans if an OpenTelemetry SDK is loaded and its API is missing', async () => {
  const { env, ...options } = await newHome();
  const sdk = 'globalThis[Symbol.for("opentelemetry.js.api.1")] = { trace: {} }';
  const imported = `--import=data:text/javascript,${encodeURIComponent(sdk)}`;
  await without(['@opentelemetry/api'], async () => {
    const child = spawn(process.execPath, program(['serve', '--port', '0', '--data', 'd']), {
      ...options,
      env: { ...env, NODE_OPTIONS: imported },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = text(child.stderr);
    const [line] = await once(createInterface(child.stdout), 'line');
    expect(JSON.parse(line).base_url).toMatch(/^http:/);
    child.kill();
    const logged = (await log).split('\n').filter((each) => each.includes('"no tracing"'));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('run: npm install @opentelemetry/api');
  });
});

it('what needs no optional dependency works without any', async () => {
  await without([...surfaces, 'pg'], async () => {
    expect(await newswatch('--version')).toMatchObject({ code: 0 });
    const { stderr } = await newswatch('mcp', 'tools', '--base-url', 'http://127.0.0.1:1');
    expect(JSON.parse(stderr)).toMatchObject({ error: 'network_error' });
  });
});

it('webhook listen works without any', async () => {
  await without([...surfaces, 'pg'], async () => {
    const child = spawn(process.execPath, program(['webhook', 'listen', '--port', '0']), {
      ...(await newHome()),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [line] = await once(createInterface(child.stderr), 'line');
    expect(JSON.parse(line).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hook$/);
    child.kill();
    await once(child, 'exit');
  });
});

it('startServer() throws the same error', async () => {
  const { stderr } = await without(
    ['oidc-provider'],
    () =>
      new Promise<{ stderr: string }>((resolve) => {
        const code = "import { startServer } from 'newswatch/server'; await startServer();";
        const args = ['--input-type=module', '-e', code];
        execFile(process.execPath, args, { cwd: join(modules, '..') }, (_, __, text) =>
          resolve({ stderr: text }),
        );
      }),
  );
  expect(stderr).toContain(
    'MissingPartsError: the server needs oidc-provider, which is not installed; run: npm install oidc-provider@',
  );
});
