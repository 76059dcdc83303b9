import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Inbox } from 'newswatch/receiver';
import { signedHeaders } from 'newswatch/webhooks';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, cli, failureIn } from '../../helpers/cli.ts';
import { eventually } from '../../helpers/eventually.ts';
import { listen } from '../../helpers/listen.ts';
import { envOf, serve, serveWith } from '../../helpers/serve.ts';
import { envFor, testServer } from '../../helpers/server.ts';
import { alert, secret, sendTo } from '../../helpers/test-receiver.ts';
import { alertSource } from './alerts/alert-source.ts';
import { follow } from './alerts/following.ts';

/** Maximum file size in KiB: enough to start, which takes about 550, and for a few monitors. */
const maxFileSize = 700;

it('serve on a full disk responds with 503, loses nothing and recovers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-full-'));
  const { ready, end } = await serveWith({ maxFileSize }, '--data', folder);
  const env = envOf(ready);
  const create = (prompt: string) => cli(['monitors', 'create', '--prompt', prompt], { env });
  const made: string[] = [];
  let refused = await create('otters 0');
  for (let number = 1; refused.code === 0; number += 1) {
    made.push(JSON.parse(refused.stdout).id);
    refused = await create(`otters ${number} ${'x'.repeat(9900)}`);
  }

  expect(made.length).toBeGreaterThan(0);
  expect(refused.code).toBe(8);
  expect(JSON.parse(refused.stdout)).toMatchObject({ error: 'unavailable' });
  const list = async (where: typeof env) => {
    const { stdout } = await cli(['monitors', 'list'], { env: where });
    return JSON.parse(stdout).monitors.map(({ id }: { id: string }) => id);
  };
  expect(await list(env)).toEqual(made);
  const readiness = await fetch(`${ready.base_url}/readyz`);
  expect(readiness.status).toBe(503);
  expect(await readiness.json()).toMatchObject({ reasons: [{ reason: 'disk_full' }] });
  expect((await fetch(`${ready.base_url}/healthz`)).status).toBe(200);

  await end('SIGTERM');
  const { ready: again } = await serve('--data', folder);
  const roomy = { ...env, SERVICE_BASE_URL: again.base_url };
  expect(await list(roomy)).toEqual(made);
  const after = await cli(['monitors', 'create', '--prompt', 'lizards'], { env: roomy });
  expect(after.code).toBe(0);
});

it('docs/receiver-cases.md, case 34: webhook listen on a full disk responds with 503 and Retry-After and stores nothing partially', async () => {
  const data = await mkdtemp(join(tmpdir(), 'newswatch-full-'));
  const env = { SERVICE_WEBHOOK_SECRET: secret };
  const full = await listen(['--data', data], { env, maxFileSize });
  const bodyOf = (id: string) => alert({ id, padding: 'x'.repeat(16_000) });
  const taken: string[] = [];
  let refused: string | undefined;
  while (refused === undefined) {
    const id = `evt_${taken.length}`;
    const { status } = await sendTo(full.ready.url, bodyOf(id));
    if (status === 204) taken.push(id);
    else refused = id;
  }
  const body = bodyOf(refused);
  const headers = await signedHeaders({ body, eventId: refused, secrets: secret });
  const response = await fetch(full.ready.url, { method: 'POST', headers, body });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(taken.length).toBeGreaterThan(0);
  // Events that are stored already need no space.
  expect((await sendTo(full.ready.url, bodyOf(taken[0] ?? ''))).status).toBe(204);
  expect(await full.end('SIGTERM')).toBe(143);

  const inbox = Inbox.open(data);
  expect(taken.filter((id) => inbox.stateOf(id) === undefined)).toEqual([]);
  expect(inbox.stateOf(refused)).toBeUndefined();
  inbox.close();

  const roomy = await listen(['--data', data], { env });
  expect((await sendTo(roomy.ready.url, bodyOf(refused))).status).toBe(204);
  const last = refused;
  await eventually(() => roomy.output.stdout.includes(`"${last}"`));
  await roomy.end('SIGTERM');
  const printed = `${full.output.stdout}${roomy.output.stdout}`.trimEnd().split('\n');
  const ids = new Set(printed.map((line) => (JSON.parse(line) as { id: string }).id));
  expect([...ids].sort()).toEqual([...taken, refused].sort());
});

it('delivery connect --secret-file fails before the request if the secret would not fit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-full-'));
  const server = await testServer();
  const connect = ['delivery', 'connect', '--platform', 'webhook', '--webhook-url'];
  const words = [...connect, 'https://hooks.example.com/', '--secret-file', join(folder, 'secret')];
  const line = 'ulimit -f 0; exec "$0" "$@" | cat';
  const bash = ['-c', `set -o pipefail; ${line}`, process.execPath, binary, ...words];
  const error = await promisify(execFile)('bash', bash, { env: cleanEnv(envFor(server)) }).then(
    () => undefined,
    (reason: { code: number; stdout: string; stderr: string }) => reason,
  );
  expect(error).toMatchObject({ code: 2, stdout: '' });
  expect(failureIn(error?.stderr ?? '')['message']).toMatch(
    /cannot be created: .*nothing was sent$/,
  );
  expect(await readdir(folder)).toEqual([]);
  expect(
    JSON.parse((await cli(['delivery', 'get'], { env: envFor(server) })).stdout).channels,
  ).toEqual([]);
});

it('config set leaves no lock behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-full-'));
  const line = 'set -o pipefail; (ulimit -f 0; exec "$0" "$1" config set timeout 20) 2>&1 | cat';
  const env = cleanEnv({ XDG_CONFIG_HOME: folder });
  const error = await promisify(execFile)('bash', ['-c', line, process.execPath, binary], {
    env,
  }).catch((reason: { code: number; stdout: string }) => reason);
  expect(error).toMatchObject({ code: 1, stdout: expect.stringContaining('config_not_saved') });
  expect(await readdir(join(folder, 'newswatch'))).toEqual([]);
});

describe('stdout to a file', () => {
  /** Runs the program with its stdout in a file that may grow to this many KiB. */
  async function into(file: string, kib: number, words: string, env = {}) {
    const line = `ulimit -f ${kib}; exec "${process.execPath}" "${binary}" ${words} > "${file}"`;
    const ran = promisify(execFile)('bash', ['-c', line], { env: cleanEnv(env) });
    return ran.then(
      ({ stderr }) => ({ code: 0, stderr }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );
  }

  async function newFile(): Promise<string> {
    return join(await mkdtemp(join(tmpdir(), 'newswatch-full-')), 'out');
  }

  it.each(['schema --full', 'man', 'schema --openapi'])(
    'that takes a part of what %s prints is a failure',
    async (words) => {
      const { code, stderr } = await into(await newFile(), 4, words);
      expect(code).toBe(1);
      expect(failureIn(stderr)).toMatchObject({ error: 'output_lost' });
    },
  );

  it('that cannot take the ready line ends serve', async () => {
    const file = await newFile();
    const { code, stderr } = await into(file, 0, 'serve --port 0 --data :memory:');
    expect(code).toBe(1);
    expect(failureIn(stderr)).toMatchObject({ error: 'output_lost' });
  });

  it('prints an alert again that was written only partially', async () => {
    const { server, makeAlerts } = await alertSource();
    const runs = await makeAlerts(12);
    const env = {
      ...envFor(server),
      XDG_STATE_HOME: await mkdtemp(join(tmpdir(), 'newswatch-state-')),
      XDG_DATA_HOME: await mkdtemp(join(tmpdir(), 'newswatch-data-')),
    };
    const words = 'alerts list --follow --bookmark full --since 2020-01-01T00:00:00Z';
    const file = await newFile();
    expect((await into(file, 2, words, env)).code).toBe(1);
    const lines = (await readFile(file, 'utf8')).split('\n');
    const whole = lines.slice(0, -1).map((line) => JSON.parse(line).run_id);
    expect(whole.length).toBeLessThan(runs.length);
    const follower = follow(server, ['--bookmark', 'full'], env);
    const rest = await follower.alerts(runs.length - whole.length);
    expect([...whole, ...rest.map(({ run_id }) => run_id)]).toEqual(runs);
  });
});
