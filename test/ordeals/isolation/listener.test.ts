import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signedHeaders } from 'newswatch/webhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { listen } from '../../helpers/listen.ts';
import { Attack } from './attack.ts';
import { delayEnv, eventLoopDelay } from './event-loop-delay.ts';
import { latencyOf } from './latency.ts';
import { loadGenerators } from './load-generators.ts';
import { attackDuration, expectServed, type Measurement, writeTable } from './measurement.ts';

const duration = attackDuration(3);
const secret = 'whsec_0123456789abcdef';
/** Milliseconds between two events. */
const interval = 20;
/** An event without a response after this many milliseconds counts as failed. */
const timeout = 10_000;

const measurements: Measurement[] = [];

/** Posts a signed event and waits for the 204. */
async function post(url: string, eventId: string): Promise<void> {
  const body = JSON.stringify({ id: eventId, type: 'news.alert', monitor_title: 'Chip exports' });
  const headers = {
    'content-type': 'application/json',
    ...(await signedHeaders({ body, eventId, secrets: secret })),
  };
  const signal = AbortSignal.timeout(timeout);
  const response = await fetch(url, { method: 'POST', headers, body, signal });
  await response.arrayBuffer();
  if (response.status !== 204) throw new Error(`${response.status}`);
}

async function measure(name: string, attack?: Attack): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-isolation-'));
  const secretFile = join(folder, 'secret.txt');
  await writeFile(secretFile, secret, { mode: 0o600 });
  const socket = join(folder, 'delay.sock');
  const data = join(folder, 'inbox');
  const receiver = await listen(['--secret-file', secretFile, '--data', data], {
    env: delayEnv(socket),
  });
  const { url } = receiver.ready;
  await latencyOf((round) => post(url, `evt_before_${round}`), interval, AbortSignal.timeout(500));
  await eventLoopDelay(socket);
  attack?.begin({ origin: new URL(url).origin, key: '', data });
  const event = await latencyOf(
    (round) => post(url, `evt_${round}`),
    interval,
    AbortSignal.timeout(duration),
  );
  const delay = await eventLoopDelay(socket);
  attack?.end();
  expect(await receiver.end('SIGTERM')).toBe(143);
  const handled = receiver.output.stdout.match(/"id":"evt_\d+"/g) ?? [];
  expect(new Set(handled).size).toBe(event.calls);
  const measurement = { name, latency: { event }, delay };
  measurements.push(measurement);
  return measurement;
}

describe('signed events are accepted', async () => {
  it('while nobody attacks', async () => {
    expectServed(await measure('none'));
  });

  it.each(await loadGenerators('listener-generators'))(
    'during an attack: $name',
    async ({ name, file, maxLatency }) => {
      expectServed(await measure(name, await Attack.prepare(file)), maxLatency);
    },
  );
});

afterAll(() => writeTable('listener table', ['Signed event'], measurements));
