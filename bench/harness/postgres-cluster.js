/** A PostgreSQL server in a temporary folder, which ends with this process. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atExit } from './at-end.js';
import { freePort } from './free-port.js';

/** Where Debian installs the programs, in a folder for each version. */
const packaged = '/usr/lib/postgresql';

/** On disk: the system's temporary folder may be in memory, where an fsync costs nothing. */
const temporary = '/var/tmp';

/** Everything else has its default, so that transactions are durable. */
const settings = ['max_connections=200', 'listen_addresses=127.0.0.1', 'log_min_messages=panic'];

/** The folder of the server's programs, newest version first; undefined if they are not installed. */
function programsFolder() {
  const versions = existsSync(packaged) ? readdirSync(packaged) : [];
  const newest = versions.sort((one, other) => Number(other) - Number(one));
  const folders = newest.map((version) => join(packaged, version, 'bin'));
  return [...folders, ...(process.env['PATH'] ?? '').split(':')].find((folder) =>
    existsSync(join(folder, 'initdb')),
  );
}

/** PostgreSQL does not run as root: then it runs as the user `postgres`. */
const isRoot = process.getuid?.() === 0;
const asUser = isRoot ? ['runuser', '-u', 'postgres', '--'] : [];

function giveToUser(...paths) {
  if (!isRoot) return;
  const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  for (const path of paths) chownSync(path, idOf('-u'), idOf('-g'));
}

/**
 * Starts the server on a free port.
 *
 * @returns its address; undefined if PostgreSQL is not installed
 */
export async function startCluster() {
  const programs = programsFolder();
  if (programs === undefined) return undefined;
  const folder = mkdtempSync(join(temporary, 'newswatch-bench-'));
  atExit(() => rmSync(folder, { recursive: true, force: true }));
  const [data, secret] = [join(folder, 'data'), join(folder, 'password')];
  const password = randomBytes(12).toString('hex');
  writeFileSync(secret, password, { mode: 0o600 });
  giveToUser(folder, secret);
  const run = (program, ...args) => {
    const [command, ...rest] = [...asUser, join(programs, program), ...args];
    execFileSync(command, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const text = ['--encoding=UTF8', '--locale=C.UTF-8'];
  const access = ['-U', 'newswatch', '--auth=scram-sha-256', `--pwfile=${secret}`];
  run('initdb', '-D', data, ...access, ...text);
  const port = await freePort();
  const given = [...settings, `unix_socket_directories=${folder}`].map((each) => `-c ${each}`);
  const log = join(folder, 'log');
  run('pg_ctl', 'start', '-w', '-D', data, '-l', log, '-o', `-p ${port} ${given.join(' ')}`);
  atExit(() => run('pg_ctl', 'stop', '-w', '-D', data, '-m', 'immediate'));
  return `postgres://newswatch:${password}@127.0.0.1:${port}/postgres`;
}
