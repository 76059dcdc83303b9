import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Link } from './link.ts';
import { owner, processTree, RestartableProgram, signalAll } from './program.ts';
import { stablePort } from './stable-port.ts';

export interface ClusterSettings {
  /** The folder of PostgreSQL's programs. */
  programs: string;
  /** The folder of the whole cluster. */
  folder: string;
  password: string;
  etcdPorts: readonly number[];
}

/** Patroni's dynamic configuration. Its minimum for `ttl` is 20 seconds. */
const dynamicSettings = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  synchronous_mode: true,
  // Without it, an acknowledged write may be only on the primary if no standby is left.
  synchronous_mode_strict: true,
  // With it, a primary that no other node can reach stays one, as long as it reaches their REST API.
  failsafe_mode: false,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 100,
      shared_buffers: '64MB',
      wal_keep_size: '64MB',
      max_wal_size: '128MB',
      max_slot_wal_keep_size: '128MB',
      wal_receiver_timeout: '10s',
      wal_sender_timeout: '10s',
    },
  },
};

/**
 * A PostgreSQL node under Patroni. Others reach it by links, and it reaches etcd by links, so that
 * {@link isolate} cuts it off from everything.
 */
export class DatabaseNode {
  readonly name: string;
  /** The folder of the data. */
  readonly folder: string;
  readonly #patroni: RestartableProgram;
  readonly #database: Link;
  readonly #rest: Link;
  readonly #etcd: readonly Link[];

  private constructor(
    name: string,
    folder: string,
    patroni: RestartableProgram,
    [database, rest, ...etcd]: [Link, Link, ...Link[]],
  ) {
    this.name = name;
    this.folder = folder;
    this.#patroni = patroni;
    this.#database = database;
    this.#rest = rest;
    this.#etcd = etcd;
  }

  static async prepare(name: string, settings: ClusterSettings): Promise<DatabaseNode> {
    const folder = join(settings.folder, name);
    const [port, restPort] = [await stablePort(), await stablePort()];
    const database = await Link.to(port);
    const rest = await Link.to(restPort);
    const etcd = await Promise.all(settings.etcdPorts.map((each) => Link.to(each)));
    await mkdir(folder, { recursive: true });
    await chown(folder, owner.uid, owner.gid);
    const config = join(settings.folder, `${name}.yml`);
    const text = JSON.stringify({
      scope: 'newswatch',
      name,
      restapi: {
        listen: `127.0.0.1:${restPort}`,
        connect_address: `127.0.0.1:${rest.port}`,
      },
      etcd3: { hosts: etcd.map((link) => `127.0.0.1:${link.port}`), use_proxies: true },
      bootstrap: {
        dcs: dynamicSettings,
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${database.port}`,
        data_dir: join(folder, 'data'),
        bin_dir: settings.programs,
        pgpass: join(settings.folder, `${name}.pgpass`),
        authentication: {
          superuser: { username: 'postgres', password: settings.password },
          replication: { username: 'replicator', password: settings.password },
          rewind: { username: 'rewinder', password: settings.password },
        },
        parameters: { unix_socket_directories: settings.folder },
        pg_hba: [
          'host replication all 127.0.0.1/32 scram-sha-256',
          'host all all 127.0.0.1/32 scram-sha-256',
        ],
      },
    });
    // Patroni reads YAML, of which JSON is a part.
    await writeFile(config, text);
    await chown(config, owner.uid, owner.gid);
    const patroni = new RestartableProgram(name, ['patroni', config], settings.folder);
    return new DatabaseNode(name, folder, patroni, [database, rest, ...etcd]);
  }

  /** The port at which others reach the database. */
  get port(): number {
    return this.#database.port;
  }

  /** The port of Patroni's REST API. */
  get restPort(): number {
    return this.#rest.port;
  }

  start(): void {
    this.#patroni.start();
  }

  /** Ends all processes of the node, as a power failure does. */
  async kill(): Promise<void> {
    signalAll(this.#processes(), 'SIGKILL');
    await this.#patroni.stop('SIGKILL');
    await rm(join(this.folder, 'data/postmaster.pid'), { force: true });
  }

  /** Kills only PostgreSQL, and lets Patroni find out. */
  killDatabase(): void {
    signalAll(this.#databaseProcesses(), 'SIGKILL');
  }

  suspend(): void {
    signalAll(this.#processes(), 'SIGSTOP');
  }

  resume(): void {
    signalAll(this.#processes(), 'SIGCONT');
  }

  /** Cuts the network of the node, in both directions. */
  isolate(): void {
    for (const link of this.#links) link.cut();
  }

  reconnect(): void {
    for (const link of this.#links) link.restore();
  }

  async remove(): Promise<void> {
    await this.kill();
    for (const link of this.#links) link.close();
  }

  get #links(): Link[] {
    return [this.#database, this.#rest, ...this.#etcd];
  }

  #processes(): number[] {
    const { pid } = this.#patroni;
    return [...(pid === undefined ? [] : processTree(pid)), ...this.#databaseProcesses()];
  }

  /** Patroni starts PostgreSQL so that it outlives Patroni. */
  #databaseProcesses(): number[] {
    const file = join(this.folder, 'data/postmaster.pid');
    if (!existsSync(file)) return [];
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return pid > 0 && existsSync(`/proc/${pid}`) ? processTree(pid) : [];
  }
}
