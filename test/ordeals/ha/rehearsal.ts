import { appendFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'newswatch';
import { cleanEnv } from '../../helpers/cli.ts';
import { pollUntil } from '../../helpers/eventually.ts';
import { createDatabase } from '../../helpers/postgres-cluster.ts';
import { scatterTicks } from '../../helpers/scatter-ticks.ts';
import { serveWith } from '../../helpers/serve.ts';
import { topic } from '../kills/made-up-words.ts';
import type { Cleanup } from './cleanup.ts';
import { DatabaseCluster } from './database-cluster.ts';
import type { DatabaseNode } from './database-node.ts';
import { SmallDisk } from './disk.ts';
import type { Fault } from './faults.ts';
import { allAlerts, type Findings, findings, type Totals } from './findings.ts';
import { Load, monitorCount } from './load.ts';
import { Receiver, receiverPaths } from './receiver.ts';
import { apiKey, SupervisedServer } from './servers.ts';

/** The effects of a fault. Times are in seconds. */
interface FaultReport {
  name: string;
  /** The longest time without an acknowledged write at any server, and at the one that waited longest. */
  withoutWrites: number;
  longestOfOne: number;
  /** Until the cluster had a primary and two standbys again, and all servers were ready. */
  untilComplete: number;
  /** Requests that failed, by their kind. */
  failures: Record<string, number>;
}

export interface Report {
  faults: FaultReport[];
  totals: Totals;
  lost: Findings;
  /** In seconds: from the creation of an event to its first arrival, the longest. */
  longestDelivery: number;
}

export interface Rehearsal {
  /** The folder of PostgreSQL's programs. */
  programs: string;
  /** An empty folder, which the user `postgres` can enter. */
  folder: string;
  faults: readonly Fault[];
  /** Faults start until this time has passed; each at least once. */
  minutes: number;
  cleanup: Cleanup;
}

/** Runs the whole service under load, injects the faults one after the other, and compares the outcome. */
export async function rehearse(rehearsal: Rehearsal): Promise<Report> {
  const { programs, folder, faults, minutes, cleanup } = rehearsal;
  const log = logger(join(folder, 'faults.log'));
  const cluster = await DatabaseCluster.prepare(programs, folder);
  const disks = new Map<DatabaseNode, SmallDisk>();
  for (const node of cluster.nodes) {
    const disk = await SmallDisk.mount(node.folder);
    if (!disk) continue;
    disks.set(node, disk);
    cleanup.add(() => disk.unmount());
  }
  cleanup.add(() => cluster.remove());
  await cluster.start();
  const receiver = await Receiver.start(folder);
  cleanup.add(() => receiver.close());
  const addresses = await createStore(cluster, folder, receiver.origin);
  const servers = await Promise.all(
    addresses.map((address) => SupervisedServer.start(address, ...serverFlags)),
  );
  cleanup.add(async () => {
    await Promise.all(servers.map((server) => server.end()));
    await writeFile(join(folder, 'servers.log'), servers.map((server) => server.log).join('\n'));
  });
  const firstTicks = await scatterTicks(addresses[0] ?? '');
  const load = new Load(servers, folder, addresses);
  await load.start();
  cleanup.add(() => load.stop());
  const stage = { cluster, servers, disks, log };

  log('load started');
  const reports: FaultReport[] = [];
  const end = Date.now() + minutes * 60_000;
  await pause(5000);
  for (let n = 0; n < faults.length || Date.now() < end; n += 1) {
    const fault = faults[n % faults.length];
    if (!fault) break;
    log(`fault: ${fault.name}`);
    const start = Date.now();
    await fault.run(stage);
    for (const name of await cluster.repaired())
      log(`${name} was copied again (patronictl reinit)`);
    await Promise.all(servers.map((server) => server.untilReady()));
    const complete = Date.now();
    await pause(5000);
    const report = faultReport(fault.name, load, start, complete);
    log(`end of fault: ${JSON.stringify(report)}`);
    reports.push(report);
  }

  await load.stop();
  log('load stopped; waiting for alerts and deliveries');
  const [server] = servers;
  if (!server) throw new Error('no server');
  const client = createClient({ baseUrl: server.origin, apiKey, retries: 3, timeout: 60_000 });
  await pollUntil(async () => {
    const alerts = await allAlerts(client);
    const titles = new Set(alerts.flatMap(({ results }) => results.map(({ title }) => title)));
    return [...load.news].every((title) => titles.has(title));
  }, 150_000).catch((error) => log(String(error)));
  await client.monitors.pause_all();
  await pollUntil(async () => {
    const open = await Promise.all(
      (['pending', 'retrying'] as const).map((status) => client.delivery.get({ status, limit: 1 })),
    );
    return open.every(({ webhook_deliveries }) => webhook_deliveries.length === 0);
  }, 150_000).catch((error) => log(String(error)));
  const { lost, totals } = await findings(client, load, receiver, firstTicks);
  return { faults: reports, totals, lost, longestDelivery: longestDelivery(receiver) };
}

/** Servers of an operator, except that the receiver is on this machine. */
const serverFlags = ['--allow-private-webhooks', '--database-connections', '6'];

function logger(file: string): (text: string) => void {
  return (text) => {
    const line = `${new Date().toISOString()} ${text}\n`;
    appendFileSync(file, line);
    process.stdout.write(line);
  };
}

/** Creates the database with monitors and connections. @returns its address behind each HAProxy */
async function createStore(
  cluster: DatabaseCluster,
  folder: string,
  receiver: string,
): Promise<string[]> {
  await createDatabase(cluster.address(0, 'postgres'), { name: 'newswatch' });
  const addresses = cluster.proxies.map((_, n) => cluster.address(n, 'newswatch'));
  const monitors = Array.from({ length: monitorCount }, (_, n) => ({
    account: 'acc',
    id: `mon_${n}`,
    prompt: topic(n),
  }));
  const connections = receiverPaths.map((path) => ({
    id: `chan${path.replace('/', '_')}`,
    account: 'acc',
    webhook_url: `${receiver}${path}`,
  }));
  const fixture = join(folder, 'fixture.json');
  const accounts = [{ id: 'acc', keys: [apiKey] }];
  await writeFile(fixture, JSON.stringify({ accounts, monitors, connections }), { mode: 0o600 });
  const env = cleanEnv({ DATABASE_URL: addresses[0] });
  const { end } = await serveWith({ env }, ...serverFlags, '--fixture', fixture);
  await end('SIGTERM');
  return addresses;
}

function faultReport(name: string, load: Load, start: number, complete: number): FaultReport {
  const now = Date.now();
  const gaps = load.registers.map(({ times }) => longestGap(times, start, now));
  const all = load.registers.flatMap(({ times }) => times).sort((one, other) => one - other);
  const failures: Record<string, number> = {};
  for (const { at, kind } of load.failures) {
    if (at >= start) failures[kind] = (failures[kind] ?? 0) + 1;
  }
  return {
    name,
    withoutWrites: longestGap(all, start, now),
    longestOfOne: Math.max(...gaps),
    untilComplete: (complete - start) / 1000,
    failures,
  };
}

/** The longest time between two of the times, in seconds, in a period. */
function longestGap(times: readonly number[], from: number, to: number): number {
  const inside = [from, ...times.filter((time) => time > from && time < to), to];
  const gaps = inside.slice(1).map((time, n) => time - (inside[n] ?? time));
  return Math.max(...gaps) / 1000;
}

function longestDelivery({ arrivals }: Receiver): number {
  const first = new Map<string, number>();
  for (const { event, at, createdAt } of arrivals)
    if (!first.has(event)) first.set(event, at - createdAt);
  return Math.max(0, ...first.values()) / 1000;
}
