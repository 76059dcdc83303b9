import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'newswatch';
import { verify } from 'newswatch/webhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { closing } from '../../helpers/closing.ts';
import { pollUntil } from '../../helpers/eventually.ts';
import { faketimeLibrary, wrongClock } from '../../helpers/faketime.ts';
import { createEmptyDatabase, onPostgres, postgres } from '../../helpers/postgres.ts';
import { type RunningServe, serveWith } from '../../helpers/serve.ts';
import { webhookReceiver } from '../../helpers/webhook-receiver.ts';

const key = 'nw_clock_key';
const hour = 3_600_000;

let folder: string;
let fixture: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-clock-'));
  fixture = join(folder, 'fixture.json');
  await writeFile(fixture, JSON.stringify({ accounts: [{ id: 'acc', keys: [key] }] }), {
    mode: 0o600,
  });
});

/** Starts a server whose clock is off. */
async function serveAt(offset: string, ...args: string[]) {
  const file = join(folder, `clock${offset}`);
  await writeFile(file, offset);
  const flags = ['--fixture', fixture, '--sample', '--allow-private-webhooks', ...args];
  const running = await serveWith({ env: wrongClock(file) }, ...flags);
  const client = closing(createClient({ baseUrl: running.ready.base_url, apiKey: key }));
  return { running, client, step: (to: string) => writeFile(file, to) };
}

async function readiness({ ready }: RunningServe) {
  // After a step of the clock the server closes idle connections, so none is used twice.
  const response = await fetch(`${ready.base_url}/readyz`, { headers: { Connection: 'close' } });
  const body = (await response.json()) as { reasons: { reason: string; server_time: string }[] };
  return { status: response.status, reasons: body.reasons };
}

/** How far a time is from now, in milliseconds. */
function distance(time: string | null | undefined): number {
  return Math.abs(Date.parse(time ?? '') - Date.now());
}

const title = faketimeLibrary ? 'a wrong clock' : 'a wrong clock (skipped: faketime is missing)';

describe.skipIf(!faketimeLibrary)(title, () => {
  it('that steps while a server runs moves nothing, and is reported', async () => {
    const { running, client, step } = await serveAt('+0s', '--data', ':memory:');
    const receiver = await webhookReceiver(204);
    const connection = { platform: 'webhook', webhook_url: receiver.url } as const;
    const { channel, signing_secret } = await client.delivery.connect(connection);
    expect((await readiness(running)).status).toBe(200);
    await step('+14h');
    await pollUntil(async () => (await readiness(running)).status === 503, 20_000);
    const { reasons } = await readiness(running);
    expect(reasons.map(({ reason }) => reason)).toEqual(['clock_skew']);
    expect(distance(reasons[0]?.server_time)).toBeLessThan(60_000);
    expect((await fetch(`${running.ready.base_url}/livez`)).status).toBe(200);
    const monitor = await client.monitors.create({ prompt: 'chips', every_minutes: 60 });
    expect(distance(monitor.next_run_at)).toBeLessThan(2 * hour);
    const { webhook_delivery } = await client.delivery.test({ channel_id: channel.id });
    expect(webhook_delivery.status).toBe('delivered');
    expect(distance(webhook_delivery.last_attempt_at)).toBeLessThan(60_000);
    // `verify` fails if the timestamp of the signature differs by more than five minutes.
    const verified = await Promise.all(
      receiver.received.map((received) => verify({ ...received, secrets: signing_secret })),
    );
    const types = verified.map(({ event }) => event.type);
    expect(types).toEqual(['webhook.test']);
    expect(running.log().match(/"event":"clock skew"/g)).toHaveLength(1);
    await step('+0s');
    await pollUntil(async () => (await readiness(running)).status === 200, 20_000);
    // The log arrives on another pipe than the response.
    await pollUntil(() => running.log().includes('"event":"clock skew ended"'), 20_000);
    expect(running.log().match(/"event":"clock skew ended"/g)).toHaveLength(1);
  });

  it.skipIf(!postgres)(`does not change the schedule of servers ${onPostgres}`, async () => {
    const database = await createEmptyDatabase();
    let accepts = false;
    const receiver = await webhookReceiver((response) => {
      response.writeHead(accepts ? 204 : 503).end();
    });
    const offsets = ['+0s', '+14h', '-6h'];
    const servers = await Promise.all(offsets.map((each) => serveAt(each, '--database', database)));
    const [right, ahead, behind] = servers;
    const statuses = await Promise.all(servers.map(({ running }) => readiness(running)));
    expect(statuses.map(({ status }) => status)).toEqual([200, 503, 503]);
    for (const { reasons } of statuses.slice(1)) {
      expect(reasons.map(({ reason }) => reason)).toEqual(['clock_skew']);
      expect(distance(reasons[0]?.server_time)).toBeLessThan(60_000);
    }
    const connection = { platform: 'webhook', webhook_url: receiver.url } as const;
    const connected = await right?.client.delivery.connect(connection);
    const channel_id = connected?.channel.id ?? '';
    for (const { client } of servers) {
      const monitor = await client.monitors.create({ prompt: 'tin prices', every_minutes: 60 });
      expect(distance(monitor.next_run_at)).toBeLessThan(2 * hour);
      await client.delivery.test({ channel_id });
    }
    accepts = true;
    const deliveries = async () => (await behind?.client.delivery.get())?.webhook_deliveries ?? [];
    const isDelivered = async () =>
      (await deliveries()).every(({ status }) => status === 'delivered');
    await pollUntil(isDelivered, 45_000);
    for (const { attempts, last_attempt_at } of await deliveries()) {
      // A schedule that goes by a wrong clock takes all 24.
      expect(attempts).toBeLessThan(8);
      expect(distance(last_attempt_at)).toBeLessThan(60_000);
    }
    expect(ahead?.running.log().match(/"event":"clock skew"/g)).toHaveLength(1);
  });
});
