import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pollUntil } from '../../helpers/eventually.ts';
import { type ClusterSettings, DatabaseNode } from './database-node.ts';
import { owner, RestartableProgram } from './program.ts';
import { stablePort } from './stable-port.ts';

const nodeCount = 3;

/** A member of the cluster, as Patroni reports it. */
interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

/**
 * Three etcd members, three PostgreSQL nodes under Patroni and an HAProxy for each server, as on
 * machines of their own.
 */
export class DatabaseCluster {
  readonly nodes: readonly DatabaseNode[];
  readonly etcd: readonly RestartableProgram[];
  readonly proxies: readonly RestartableProgram[];
  readonly #settings: ClusterSettings;
  readonly #proxyPorts: readonly number[];

  private constructor(
    settings: ClusterSettings,
    nodes: readonly DatabaseNode[],
    etcd: readonly RestartableProgram[],
    proxies: readonly { port: number; program: RestartableProgram }[],
  ) {
    this.#settings = settings;
    this.nodes = nodes;
    this.etcd = etcd;
    this.proxies = proxies.map(({ program }) => program);
    this.#proxyPorts = proxies.map(({ port }) => port);
  }

  /** @param programs the folder of PostgreSQL's programs */
  static async prepare(programs: string, folder: string): Promise<DatabaseCluster> {
    const etcd = await etcdMembers(folder);
    const settings = {
      programs,
      folder,
      password: randomBytes(12).toString('hex'),
      etcdPorts: etcd.map(({ port }) => port),
    };
    const nodes: DatabaseNode[] = [];
    for (let n = 1; n <= nodeCount; n += 1)
      nodes.push(await DatabaseNode.prepare(`pg${n}`, settings));
    const proxies = [];
    for (let n = 1; n <= 3; n += 1) proxies.push(await haproxy(`haproxy${n}`, folder, nodes));
    return new DatabaseCluster(
      settings,
      nodes,
      etcd.map(({ program }) => program),
      proxies,
    );
  }

  /** Starts everything, and creates the database `newswatch`. */
  async start(): Promise<void> {
    for (const each of [...this.etcd, ...this.proxies]) each.start();
    await Promise.all(
      this.#settings.etcdPorts.map((port) => pollUntil(() => hasJoined(port), 30_000)),
    );
    for (const node of this.nodes) node.start();
    await this.untilComplete(180_000);
  }

  /** The address of a database behind an HAProxy. */
  address(proxy: number, database: string): string {
    const port = this.#proxyPorts[proxy % this.#proxyPorts.length];
    return `postgres://postgres:${this.#settings.password}@127.0.0.1:${port}/${database}`;
  }

  /** What Patroni of some node says about all of them; none if none responds. */
  async members(): Promise<Member[]> {
    for (const { restPort } of this.nodes) {
      const members = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
        signal: AbortSignal.timeout(1000),
      })
        .then(async (response) => ((await response.json()) as { members: Member[] }).members)
        .catch(() => undefined);
      if (members) return members;
    }
    return [];
  }

  /** The nodes that say themselves that they are the primary. */
  async primaries(): Promise<DatabaseNode[]> {
    const isPrimary = await Promise.all(
      this.nodes.map(({ restPort }) =>
        fetch(`http://127.0.0.1:${restPort}/primary`, { signal: AbortSignal.timeout(1000) }).then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    );
    return this.nodes.filter((_, n) => isPrimary[n]);
  }

  async primary(): Promise<DatabaseNode> {
    for (;;) {
      const [primary] = await this.primaries();
      if (primary) return primary;
    }
  }

  async synchronousStandby(): Promise<DatabaseNode> {
    for (;;) {
      const member = (await this.members()).find(({ role }) => role === 'sync_standby');
      const node = this.nodes.find(({ name }) => name === member?.name);
      if (node) return node;
    }
  }

  /** Waits for a primary, a synchronous and an asynchronous standby, all on one timeline. */
  untilComplete(waitLimit: number): Promise<void> {
    return pollUntil(async () => {
      const members = await this.members();
      const roles = members.map(({ role }) => role).sort();
      return roles.join() === 'leader,replica,sync_standby' && lagging(members).length === 0;
    }, waitLimit);
  }

  /**
   * The same. A standby that cannot follow the primary after a minute is copied again from it, as an
   * operator does.
   *
   * @returns the names of copied standbys
   */
  async repaired(): Promise<string[]> {
    try {
      await this.untilComplete(60_000);
      return [];
    } catch {
      const names = lagging(await this.members()).map(({ name }) => name);
      for (const name of names) await this.control('reinit', 'newswatch', name, '--force');
      await this.untilComplete(120_000);
      return names;
    }
  }

  /** Runs `patronictl`. */
  async control(...args: string[]): Promise<void> {
    const config = join(this.#settings.folder, `${this.nodes[0]?.name}.yml`);
    await promisify(execFile)('patronictl', ['-c', config, ...args], { ...owner, cwd: '/' });
  }

  async remove(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.remove()));
    await Promise.all([...this.etcd, ...this.proxies].map((each) => each.stop('SIGKILL')));
  }
}

/** Members that do not run, or not on the timeline of the primary. */
function lagging(members: readonly Member[]): Member[] {
  const primary = members.find(({ role }) => role === 'leader');
  return members.filter(
    ({ state, timeline }) => !/^(running|streaming)$/.test(state) || timeline !== primary?.timeline,
  );
}

async function etcdMembers(folder: string) {
  const members = [];
  for (let n = 1; n <= nodeCount; n += 1)
    members.push({ name: `etcd${n}`, port: await stablePort(), peerPort: await stablePort() });
  const initial = members.map(({ name, peerPort }) => `${name}=http://127.0.0.1:${peerPort}`);
  return Promise.all(
    members.map(async ({ name, port, peerPort }) => {
      const data = join(folder, name);
      await mkdir(data, { mode: 0o700 });
      await chown(data, owner.uid, owner.gid);
      const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
      const command = [
        ...['etcd', '--name', name, '--data-dir', data, '--logger', 'zap'],
        ...['--listen-client-urls', client, '--advertise-client-urls', client],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
        ...['--initial-cluster', initial.join(), '--initial-cluster-state', 'new'],
      ];
      return { port, program: new RestartableProgram(name, command, folder) };
    }),
  );
}

/** Whether an etcd member has agreed with the others on the version of the cluster, which Patroni reads. */
async function hasJoined(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/version`).catch(() => undefined);
  if (!response) return false;
  const { etcdcluster } = (await response.json()) as { etcdcluster: string };
  return etcdcluster !== 'not_decided';
}

/** An HAProxy that connects to the node whose Patroni says that it is the primary. */
async function haproxy(name: string, folder: string, nodes: readonly DatabaseNode[]) {
  const port = await stablePort();
  const config = join(folder, `${name}.cfg`);
  const servers = nodes.map(
    (node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`,
  );
  await writeFile(
    config,
    `defaults
  mode tcp
  timeout connect 3s
  timeout check 2s
  timeout client 30m
  timeout server 30m
listen postgres
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  await chown(config, owner.uid, owner.gid);
  const program = new RestartableProgram(name, ['haproxy', '-db', '-f', config], folder);
  return { port, program };
}
