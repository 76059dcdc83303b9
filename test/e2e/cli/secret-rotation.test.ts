import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'newswatch';
import { expect, it } from 'vitest';
import { cli } from '../../helpers/cli.ts';
import { closing } from '../../helpers/closing.ts';
import { pollUntil } from '../../helpers/eventually.ts';
import { freePort } from '../../helpers/free-port.ts';
import { listen, type RunningListener } from '../../helpers/listen.ts';
import { serve } from '../../helpers/serve.ts';
import { envFor } from '../../helpers/server.ts';

const key = 'nw_rotation_key';
const monitors = Array.from({ length: 60 }, (_, n) => ({
  id: `mon_${n}`,
  account: 'acc',
  prompt: 'otters',
}));
const fixture = {
  accounts: [{ id: 'acc', keys: [key] }],
  monitors,
  news: [{ id: 'one', title: 'Otters return to the river' }],
};

it('docs/receiver-cases.md, case 41: a secret is rotated twice while events flow through webhook listen, and none is lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-rotation-'));
  const path = (name: string) => join(folder, name);
  await writeFile(path('fixture.json'), JSON.stringify(fixture), { mode: 0o600 });
  const { ready } = await serve(
    ...['--data', path('data'), '--fixture', path('fixture.json'), '--allow-private-webhooks'],
  );
  const env = envFor({ baseUrl: ready.base_url }, key);
  const client = closing(createClient({ baseUrl: ready.base_url, apiKey: key }));
  const url = `http://127.0.0.1:${await freePort()}/hook`;
  const saveTo = (name: string) => ['--secret-file', path(name)];
  const connect = ['delivery', 'connect', '--platform', 'webhook', '--webhook-url', url];
  const connected = await cli([...connect, ...saveTo('secret-1')], { env });
  const { channel } = JSON.parse(connected.stdout) as { channel: { id: string } };
  const rotate = ['delivery', 'rotate-secret', channel.id];

  const listeners: RunningListener[] = [];
  const start = async (...secrets: string[]) => {
    const files = secrets.flatMap(saveTo);
    listeners.push(await listen(['--port', new URL(url).port, '--data', path('inbox'), ...files]));
  };
  const restart = async (...secrets: string[]) => {
    await listeners.at(-1)?.end('SIGTERM');
    await start(...secrets);
  };
  const runs: Promise<unknown>[] = [];
  const flow = async (count: number, during: () => Promise<unknown>) => {
    const started = monitors.slice(runs.length, runs.length + count);
    for (const { id } of started) runs.push(client.monitors.run({ id }));
    await during();
  };

  await start('secret-1');
  await flow(15, () => cli([...rotate, ...saveTo('secret-2')], { env }));
  await flow(15, () => restart('secret-2', 'secret-1'));
  const again = await cli(rotate, { env });
  expect(again.code).toBe(1);
  expect(JSON.parse(again.stdout)).toMatchObject({ error: 'conflict', channel_id: channel.id });
  await flow(15, () => cli([...rotate, '--replace', '--yes', ...saveTo('secret-3')], { env }));
  await flow(15, () => restart('secret-3', 'secret-2'));
  await Promise.all(runs);

  const statuses = async () =>
    (await client.delivery.get()).webhook_deliveries.map(({ status }) => status);
  await pollUntil(async () => (await statuses()).every((status) => status === 'delivered'), 45_000);
  const { webhook_deliveries } = await client.delivery.get();
  expect(webhook_deliveries).toHaveLength(monitors.length);
  const handled = () =>
    listeners
      .flatMap(({ output }) => output.stdout.trimEnd().split('\n'))
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { id: string }).id);
  await pollUntil(() => handled().length >= monitors.length, 10_000);
  expect(handled().sort()).toEqual(webhook_deliveries.map(({ event_id }) => event_id).sort());

  const secrets = await Promise.all(
    ['secret-1', 'secret-2', 'secret-3'].map((name) => readFile(path(name), 'utf8')),
  );
  expect(new Set(secrets).size).toBe(3);
  const logs = listeners.map(({ output }) => output.stderr).join('');
  expect(logs).not.toContain('signature_mismatch');
  for (const secret of secrets) expect(logs).not.toContain(secret);
});
