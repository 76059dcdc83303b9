import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { thisProgram } from '../../helpers/cli.ts';
import { serveWith } from '../../helpers/serve.ts';
import { Attack } from './attack.ts';
import { delayEnv, eventLoopDelay } from './event-loop-delay.ts';
import { GoodClients } from './good-clients.ts';
import { loadGenerators } from './load-generators.ts';
import { attackDuration, expectServed, type Measurement, writeTable } from './measurement.ts';

const duration = attackDuration(4);
const goodKey = 'nw_good_0123456789';
const hostileKey = 'nw_hostile_0123456789';
const fixture = {
  accounts: [
    { id: 'good', keys: [goodKey] },
    { id: 'hostile', keys: [hostileKey] },
  ],
};

const measurements: Measurement[] = [];

async function measure(name: string, attack?: Attack, nameServer?: string): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-isolation-'));
  const fixtureFile = join(folder, 'fixture.json');
  await writeFile(fixtureFile, JSON.stringify(fixture), { mode: 0o600 });
  const socket = join(folder, 'delay.sock');
  const data = join(folder, 'data');
  const { ready } = await serveWith(
    { env: delayEnv(socket), program: await programWith(folder, nameServer) },
    ...['--data', data, '--fixture', fixtureFile, '--sample', '--allow-private-webhooks'],
    // All accounts are at one address, and are kept apart by other means.
    ...['--rate-limit', 'key=off', 'address=off'],
    ...(attack?.serverArguments ?? []),
  );
  const clients = await GoodClients.connect(ready.base_url, goodKey);
  await clients.measure(AbortSignal.timeout(1000));
  await eventLoopDelay(socket);
  attack?.begin({ origin: ready.base_url, key: hostileKey, data });
  const latency = await clients.measure(AbortSignal.timeout(duration));
  const delay = await eventLoopDelay(socket);
  attack?.end();
  await clients.close();
  const measurement = { name, latency, delay };
  measurements.push(measurement);
  return measurement;
}

/** The built binary, in a mount namespace in which `nameServer` is the only DNS server. */
async function programWith(
  folder: string,
  nameServer: string | undefined,
): Promise<readonly string[]> {
  if (nameServer === undefined) return thisProgram;
  const file = join(folder, 'resolv.conf');
  await writeFile(file, `nameserver ${nameServer}\n`);
  const script = `mount --bind ${file} /etc/resolv.conf && exec "$@"`;
  return ['unshare', '-m', 'sh', '-c', script, 'sh', ...thisProgram];
}

describe('good clients are served', async () => {
  it('while nobody attacks', async () => {
    expectServed(await measure('none'));
  });

  it.each(await loadGenerators('generators'))(
    'during an attack: $name',
    async ({ name, file, nameServer, maxLatency }) => {
      expectServed(await measure(name, await Attack.prepare(file), nameServer), maxLatency);
    },
  );
});

afterAll(() => writeTable('table', ['Health', 'Search', 'Delivery', 'MCP'], measurements));
