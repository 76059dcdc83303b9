import { setTimeout as pause } from 'node:timers/promises';
import { pollUntil } from '../../helpers/eventually.ts';
import type { DatabaseCluster } from './database-cluster.ts';
import type { DatabaseNode } from './database-node.ts';
import type { SmallDisk } from './disk.ts';
import type { SupervisedServer } from './servers.ts';

/** The parts of the service in which faults are injected. */
interface Stage {
  cluster: DatabaseCluster;
  servers: readonly SupervisedServer[];
  /** The disk of each node; empty if the system allows none. */
  disks: ReadonlyMap<DatabaseNode, SmallDisk>;
  log(text: string): void;
}

export interface Fault {
  name: string;
  /** Resolves when everything that was stopped or cut runs again. */
  run(stage: Stage): Promise<void>;
}

/** The time for which a fault lasts that an operator or a network ends, in milliseconds. */
const faultTime = 30_000;

/** Waits for a primary other than a node. */
async function untilReplaced({ cluster, log }: Stage, old: DatabaseNode): Promise<void> {
  await pollUntil(async () => (await cluster.primaries()).some((node) => node !== old), 120_000);
  const [primary] = (await cluster.primaries()).filter((node) => node !== old);
  log(`${primary?.name} is the primary`);
}

const switchover: Fault = {
  name: 'switchover (patronictl)',
  async run({ cluster, log }) {
    const primary = await cluster.primary();
    const standby = await cluster.synchronousStandby();
    log(`switchover from ${primary.name} to ${standby.name}`);
    const roles = ['--leader', primary.name, '--candidate', standby.name];
    await cluster.control('switchover', ...roles, '--force');
  },
};

const killedPrimary: Fault = {
  name: 'primary killed (PostgreSQL and Patroni, SIGKILL)',
  async run(stage) {
    const node = await stage.cluster.primary();
    stage.log(`kill ${node.name}`);
    await node.kill();
    await untilReplaced(stage, node);
    stage.log(`start ${node.name} again`);
    node.start();
  },
};

const killedDatabase: Fault = {
  name: "primary's PostgreSQL killed, Patroni left",
  async run({ cluster, log }) {
    const node = await cluster.primary();
    log(`kill the PostgreSQL of ${node.name}`);
    node.killDatabase();
    await pause(1000);
  },
};

const isolatedPrimary: Fault = {
  name: 'primary cut off from everything, then connected again',
  async run(stage) {
    const node = await stage.cluster.primary();
    stage.log(`cut off ${node.name}`);
    node.isolate();
    await untilReplaced(stage, node);
    await pause(faultTime / 4);
    stage.log(`connect ${node.name} again`);
    node.reconnect();
  },
};

const suspendedPrimary: Fault = {
  name: 'primary suspended (SIGSTOP), then continued',
  async run(stage) {
    const node = await stage.cluster.primary();
    stage.log(`suspend ${node.name}`);
    node.suspend();
    await untilReplaced(stage, node);
    await pause(faultTime / 8);
    stage.log(`continue ${node.name}`);
    node.resume();
  },
};

const killedStandby: Fault = {
  name: 'synchronous standby killed',
  async run({ cluster, log }) {
    const node = await cluster.synchronousStandby();
    log(`kill ${node.name}`);
    await node.kill();
    await pause(faultTime / 4);
    log(`start ${node.name} again`);
    node.start();
  },
};

const restartedEtcd: Fault = {
  name: 'each etcd restarted',
  async run({ cluster, log }) {
    for (const member of cluster.etcd) {
      log(`restart ${member.name}`);
      await member.stop();
      await pause(3000);
      member.start();
      await pause(5000);
    }
  },
};

const lostEtcd: Fault = {
  name: 'two of three etcd stopped (no quorum)',
  async run({ cluster, log }) {
    const lost = cluster.etcd.slice(0, 2);
    for (const member of lost) await member.stop('SIGKILL');
    log(`${lost.map(({ name }) => name).join(' and ')} stopped`);
    await pause(faultTime);
    for (const member of lost) member.start();
    log('started again');
  },
};

const restartedProxies: Fault = {
  name: 'each HAProxy restarted',
  async run({ cluster, log }) {
    for (const proxy of cluster.proxies) {
      log(`restart ${proxy.name}`);
      await proxy.stop();
      proxy.start();
      await pause(4000);
    }
  },
};

const restartedDatabases: Fault = {
  name: 'each PostgreSQL restarted (patronictl)',
  async run({ cluster, log }) {
    for (const { name } of cluster.nodes) {
      log(`restart ${name}`);
      await cluster.control('restart', 'newswatch', name, '--force');
      await cluster.untilComplete(120_000);
    }
  },
};

/** Ends each server, one after the other. */
function endedServers(name: string, signal: NodeJS.Signals): Fault {
  return {
    name: `${name} (${signal})`,
    async run({ servers, log }) {
      for (const [n, server] of servers.entries()) {
        log(`${signal} to server ${n + 1}`);
        await server.restart(signal);
      }
    },
  };
}

const fullDisk: Fault = {
  name: "primary killed while the synchronous standby's disk fills, then space freed",
  async run(stage) {
    const { cluster, disks, log } = stage;
    const [old, standby] = [await cluster.primary(), await cluster.synchronousStandby()];
    const disk = disks.get(standby);
    if (!disk) return log('left out: mounting a small disk is not allowed here');
    log(`fill the disk of ${standby.name}, and kill ${old.name}`);
    await disk.fill();
    await old.kill();
    await pause(faultTime);
    const primaries = (await cluster.primaries()).map(({ name }) => name);
    log(`primary now: ${primaries.join() || 'none'}; free the disk of ${standby.name}`);
    await disk.free();
    log(`start ${old.name} again`);
    old.start();
  },
};

const fullDiskOfPrimary: Fault = {
  name: "primary's disk full, then space freed",
  async run({ cluster, disks, log }) {
    const node = await cluster.primary();
    const disk = disks.get(node);
    if (!disk) return log('left out: mounting a small disk is not allowed here');
    log(`fill the disk of ${node.name}`);
    await disk.fill();
    await pause(faultTime / 2);
    const primaries = (await cluster.primaries()).map(({ name }) => name);
    log(`primary now: ${primaries.join() || 'none'}; free the disk of ${node.name}`);
    await disk.free();
  },
};

/** In this order, because each needs the whole cluster. */
export const faults: readonly Fault[] = [
  switchover,
  killedPrimary,
  killedDatabase,
  isolatedPrimary,
  suspendedPrimary,
  killedStandby,
  restartedEtcd,
  lostEtcd,
  restartedProxies,
  restartedDatabases,
  endedServers('each server restarted', 'SIGTERM'),
  endedServers('each server killed', 'SIGKILL'),
  fullDisk,
  fullDiskOfPrimary,
];
