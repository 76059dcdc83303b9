import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { thisProgram } from '../../helpers/cli.ts';
import { project } from '../../helpers/documents.ts';
import { serveWith } from '../../helpers/serve.ts';
import { Attack } from './attack.ts';
import { delayEnv, type EventLoopDelay, eventLoopDelay } from './event-loop-delay.ts';
import type { HostileGenerator } from './generator.ts';
import { GoodClients, type Kind, type Latency } from './good-clients.ts';

/** Milliseconds of each attack. `NEWSWATCH_ATTACK_SECONDS` sets another time. */
const duration = Number(process.env['NEWSWATCH_ATTACK_SECONDS'] ?? 4) * 1000;
/**
 * Upper bounds in milliseconds for a busy machine with two cores, on which other tests run too.
 * `docs/isolation.md` has typical values.
 */
const maxComputing = 200;
const defaultMaxLatency = 3000;

const folderOfGenerators = fileURLToPath(new URL('generators', import.meta.url));
const goodKey = 'nw_good_0123456789';
const hostileKey = 'nw_hostile_0123456789';
const fixture = {
  accounts: [
    { id: 'good', keys: [goodKey] },
    { id: 'hostile', keys: [hostileKey] },
  ],
};

interface Measurement {
  name: string;
  latency: Record<Kind, Latency>;
  delay: EventLoopDelay;
}

const measurements: Measurement[] = [];

async function generators(): Promise<(HostileGenerator & { file: string })[]> {
  const files = (await readdir(folderOfGenerators)).sort();
  return Promise.all(
    files.map(async (name) => {
      const file = join(folderOfGenerators, name);
      const { generator } = (await import(file)) as { generator: HostileGenerator };
      return { ...generator, file };
    }),
  );
}

async function measure(name: string, attack?: Attack, nameServer?: string): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-isolation-'));
  const fixtureFile = join(folder, 'fixture.json');
  await writeFile(fixtureFile, JSON.stringify(fixture), { mode: 0o600 });
  const socket = join(folder, 'delay.sock');
  const data = join(folder, 'data');
  const { ready } = await serveWith(
    { env: delayEnv(socket), program: await programWith(folder, nameServer) },
    ...['--data', data, '--fixture', fixtureFile, '--sample', '--allow-private-webhooks'],
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

function expectServed({ latency, delay }: Measurement, maxLatency = defaultMaxLatency): void {
  expect(Object.values(latency).flatMap(({ failures }) => failures)).toEqual([]);
  expect(delay.maxComputing).toBeLessThan(maxComputing);
  for (const { max } of Object.values(latency)) expect(max).toBeLessThan(maxLatency);
}

describe('good clients are served', async () => {
  it('while nobody attacks', async () => {
    expectServed(await measure('none'));
  });

  it.each(await generators())(
    'during an attack: $name',
    async ({ name, file, nameServer, maxLatency }) => {
      expectServed(await measure(name, await Attack.prepare(file), nameServer), maxLatency);
    },
  );
});

afterAll(async () => {
  const table = tableOf(measurements);
  process.stdout.write(`${table}\n`);
  if (!process.env['NEWSWATCH_RENEW_DOCS']) return;
  const file = join(project, 'docs', 'isolation.md');
  const page = await readFile(file, 'utf8');
  const [start, end] = ['<!-- table -->\n', '<!-- end -->'];
  const before = page.slice(0, page.indexOf(start) + start.length);
  await writeFile(file, `${before}${table}\n${page.slice(page.indexOf(end))}`);
});

function tableOf(rows: readonly Measurement[]): string {
  const heads = ['Attack', 'Event loop', 'Health', 'Search', 'Delivery', 'MCP'];
  const lines = rows.map(({ name, latency, delay }) => [
    name,
    delay.maxComputing.toFixed(0),
    ...Object.values(latency).map(({ p50, p99, max }) =>
      [p50, p99, max].map((each) => each.toFixed(0)).join(' / '),
    ),
  ]);
  const cells = [heads, heads.map(() => '---'), ...lines];
  return cells.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
