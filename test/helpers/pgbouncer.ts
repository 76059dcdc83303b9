import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { closing } from './closing.ts';
import { freePort } from './free-port.ts';

/** Debian installs it in a folder that is usually not in PATH. */
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];

/** Path of PgBouncer; `undefined` if it is not installed. */
export const pgbouncerProgram = folders
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path));

/** Starts PgBouncer in transaction mode for a database, until the test ends. Returns its address. */
export async function pooled(program: string, address: string): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(address);
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-pooler-'));
  const own = await freePort();
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  const name = pathname.slice(1);
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(
    settings,
    `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 3
max_client_conn = 100
`,
  );
  const child = await start(program, settings, [folder, users, settings]);
  closing({ close: async () => child.kill('SIGKILL') });
  while (!(await acceptsConnections(own))) await pause(20);
  return `postgres://${username}:${password}@127.0.0.1:${own}/${name}`;
}

/** PgBouncer does not run as root: then it runs as the user `postgres`. */
async function start(program: string, settings: string, readable: readonly string[]) {
  if (process.getuid?.() !== 0) return spawn(program, ['-q', settings], { stdio: 'ignore' });
  const id = async (flag: string) =>
    Number((await promisify(execFile)('id', [flag, 'postgres'])).stdout);
  const [uid, gid] = [await id('-u'), await id('-g')];
  for (const path of readable) await chown(path, uid, gid);
  return spawn(program, ['-q', settings], { stdio: 'ignore', uid, gid });
}

async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
