import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cli } from '../../helpers/cli.ts';
import { serve } from '../../helpers/serve.ts';
import { envFor } from '../../helpers/server.ts';
import { webhookReceiver } from '../../helpers/webhook-receiver.ts';

const key = 'nw_secret_keeper_key';
const fixture = {
  accounts: [{ id: 'acc', keys: [key] }],
  monitors: [{ id: 'mon_1', account: 'acc', prompt: 'otters' }],
  news: [{ id: 'one', title: 'Otters return to the river' }],
};

interface Connected {
  channel: { id: string };
  signing_secret: string;
}

it('docs/receiver-cases.md, case 25: shows a signing secret only when a connection is created or the secret is rotated', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-secret-'));
  const file = join(folder, 'fixture.json');
  await writeFile(file, JSON.stringify(fixture), { mode: 0o600 });
  const data = join(folder, 'data');
  const server = await serve('--data', data, '--fixture', file, '--allow-private-webhooks');
  const { base_url: baseUrl } = server.ready;
  const outputs: string[] = [];
  const run = async (...args: string[]) => {
    const { stdout, stderr } = await cli(args, { env: envFor({ baseUrl }, key) });
    outputs.push(stdout, stderr);
    return stdout;
  };

  const receivers = await Promise.all(
    [204, 500, 404, 302].map((status) => webhookReceiver(status)),
  );
  const urls = [...receivers.map(({ url }) => url), 'http://127.0.0.1:9/hook'].map(
    (url) => `${url}?token=sesame`,
  );
  const connect = ['delivery', 'connect', '--platform', 'webhook', '--webhook-url'];
  const secrets: string[] = [];
  const channels: string[] = [];
  for (const url of urls) {
    const { stdout } = await cli([...connect, url], { env: envFor({ baseUrl }, key) });
    const { channel, signing_secret } = JSON.parse(stdout) as Connected;
    secrets.push(signing_secret);
    channels.push(channel.id);
    outputs.push(JSON.stringify(channel));
  }
  const [channel = ''] = channels;

  await run(...connect, urls[0] ?? '');
  await run(...connect, 'ftp://hooks.example.com');
  await run('monitors', 'run', 'mon_1');
  await run('monitors', 'runs', 'mon_1');
  await run('alerts', 'list');
  for (const each of channels) await run('delivery', 'test', each);
  await run('delivery', 'set', channel, '--name', 'renamed', '--status', 'disabled', '--yes');
  await run('delivery', 'set', channel, '--webhook-url', 'ftp://hooks.example.com');
  const rotate = ['delivery', 'rotate-secret', channel];
  const rotated = await cli(rotate, { env: envFor({ baseUrl }, key) });
  secrets.push((JSON.parse(rotated.stdout) as Connected).signing_secret);
  outputs.push(rotated.stderr);
  await run(...rotate);
  const read = await run('delivery', 'get');
  await run('delivery', 'disconnect', channel, '--yes');
  await run('delivery', 'test', channel);
  await run('account', 'overview');
  outputs.push(...(await pagesOf(baseUrl)));
  await server.end('SIGTERM');
  const requests = receivers.flatMap(({ received }) => received);
  outputs.push(...requests.flatMap(({ headers, body }) => [JSON.stringify(headers), `${body}`]));
  for (const name of await readdir(data)) {
    if (!name.startsWith('newswatch.db')) outputs.push(await readFile(join(data, name), 'utf8'));
  }
  const logs = server.output.stderr;
  outputs.push(server.output.stdout, logs);

  // The requests covered what could reveal it: deliveries with every outcome, and reads of them.
  for (const end of ['http_500', 'http_404', 'redirect', 'connection_refused', 'delivered']) {
    expect(read).toContain(end);
    expect(logs).toContain(end);
  }
  expect(secrets).toHaveLength(6);
  for (const secret of secrets) {
    const bare = secret.replace(/^whsec_/, '');
    expect(bare.length).toBeGreaterThan(20);
    expect(outputs.filter((text) => text.includes(bare))).toEqual([]);
  }
  // The log contains no other secret either.
  expect(logs).not.toContain(key);
  expect(logs).not.toContain('sesame');
});

/** The responses to a browser and to malformed requests, with their headers. */
async function pagesOf(baseUrl: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const texts: string[] = [];
  for (const path of ['/', '/healthz', '/pricing', '/nowhere', '/api/v1/delivery/connect']) {
    const get = await fetch(`${baseUrl}${path}`, { headers });
    const post = await fetch(`${baseUrl}${path}`, {
      ...{ method: 'POST', headers, body: '{"platform":' },
    });
    for (const response of [get, post]) {
      texts.push(JSON.stringify([...response.headers]), await response.text());
    }
  }
  return texts;
}
