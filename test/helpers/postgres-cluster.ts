import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

/** Where Debian installs the programs, in a folder for each version. */
const packaged = '/usr/lib/postgresql';

/** The folder of the server's programs; `undefined` if PostgreSQL is not installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(packaged) ? readdirSync(packaged) : [];
  const newest = versions.sort((one, other) => Number(other) - Number(one));
  const folders = [
    ...newest.map((version) => join(packaged, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** Settings for data that need not survive a power failure. */
const forTests = [
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
  'log_min_messages=panic',
];

/** A PostgreSQL server in a temporary folder, on a free port. */
export class PostgresCluster {
  readonly #programs: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #password: string;

  private constructor(programs: string, folder: string, port: number, password: string) {
    this.#programs = programs;
    this.#folder = folder;
    this.#port = port;
    this.#password = password;
  }

  static async start(programs: string): Promise<PostgresCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'newswatch-postgres-'));
    const password = randomBytes(12).toString('hex');
    await writeFile(join(folder, 'password'), password);
    const cluster = new PostgresCluster(programs, folder, await freePort(), password);
    await cluster.#own(folder, join(folder, 'password'));
    const auth = ['--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`];
    const text = ['--encoding=UTF8', '--locale=C.UTF-8'];
    await cluster.#run('initdb', ['-D', cluster.#data, '-U', 'newswatch', '-N', ...auth, ...text]);
    await cluster.#start();
    return cluster;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  /** The address of a database. */
  address(database = 'postgres', password = this.#password): string {
    return `postgres://newswatch:${password}@127.0.0.1:${this.#port}/${database}`;
  }

  get port(): number {
    return this.#port;
  }

  get password(): string {
    return this.#password;
  }

  /** Stops the server as a crash would, and starts it again. */
  async crash(): Promise<void> {
    await this.halt();
    await this.#start();
  }

  /** Stops the server as a crash would. */
  async halt(): Promise<void> {
    await this.#run('pg_ctl', ['stop', '-D', this.#data, '-m', 'immediate', '-w']);
  }

  resume(): Promise<void> {
    return this.#start();
  }

  async remove(): Promise<void> {
    await this.halt().catch(() => {});
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #start(): Promise<void> {
    const settings = [...forTests, `unix_socket_directories=${this.#folder}`].map(
      (each) => `-c ${each}`,
    );
    const options = `-p ${this.#port} ${settings.join(' ')}`;
    const log = join(this.#folder, 'log');
    await this.#run('pg_ctl', ['start', '-D', this.#data, '-w', '-l', log, '-o', options]);
  }

  /** PostgreSQL does not run as root: then it runs as the user `postgres`. */
  async #run(program: string, args: readonly string[]): Promise<void> {
    const command = [join(this.#programs, program), ...args];
    const [file = '', ...words] = isRoot()
      ? ['runuser', '-u', 'postgres', '--', ...command]
      : command;
    await run(file, words, { cwd: this.#folder });
  }

  async #own(...paths: string[]): Promise<void> {
    if (!isRoot()) return;
    const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
    const [user, group] = await Promise.all([id('-u'), id('-g')]);
    for (const path of paths) await chown(path, user, group);
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

interface DatabaseSettings {
  /** Default: a random name. A database of that name is kept. */
  name?: string;
  /** Options of `CREATE DATABASE`. */
  options?: string;
}

/** Creates a database on the server of an address, and returns its address. */
export async function createDatabase(
  address: string,
  { name = `test_${randomBytes(8).toString('hex')}`, options = '' }: DatabaseSettings = {},
): Promise<string> {
  await query(address, `CREATE DATABASE ${name} ${options}`).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== duplicateDatabase) throw error;
  });
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

const duplicateDatabase = '42P04';

/** Runs SQL on a new connection. */
export async function query<Row extends object>(address: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
