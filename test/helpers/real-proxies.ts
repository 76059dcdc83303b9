import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Certificate } from './certificate.ts';
import { closing } from './closing.ts';
import { freePort } from './free-port.ts';
import { hasTool } from './tools.ts';

/** The user name that {@link startTinyproxy} and {@link startSquid} require. */
export const proxyUser = 'me';

/** Debian's packages of the proxies, and their programs, whose folder may not be in PATH. */
const programs = {
  tinyproxy: '/usr/bin/tinyproxy',
  squid: '/usr/sbin/squid',
  'dante-server': '/usr/sbin/danted',
} as const;

/** The packages that are not installed. @throws {Error} in CI, if there are any */
export function missingProxies(): string[] {
  return Object.entries(programs)
    .filter(([, program]) => !hasTool(program))
    .map(([name]) => name);
}

/** Starts an http proxy. @returns its host and port */
export async function startTinyproxy(password: string): Promise<string> {
  const port = await freePort();
  const settings = await file(
    'tinyproxy.conf',
    `Port ${port}
Listen 127.0.0.1
Timeout 60
BasicAuth ${proxyUser} ${password}
`,
  );
  return runProxy(programs.tinyproxy, ['-d', '-c', settings], port);
}

/** Starts a proxy with an http and an https port. */
export async function startSquid(password: string, { cert, key }: Certificate) {
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const hash = execFileSync('openssl', ['passwd', '-apr1', password], {
    encoding: 'utf8',
  });
  const pem = await file('proxy.pem', cert);
  const keyFile = await file('proxy.key', key);
  const users = await file('users', `${proxyUser}:${hash}`);
  const log = await file('cache.log', '');
  await chmod(log, 0o666);
  const settings = await file(
    'squid.conf',
    `http_port 127.0.0.1:${httpPort}
https_port 127.0.0.1:${httpsPort} tls-cert=${pem} tls-key=${keyFile}
auth_param basic program /usr/lib/squid/basic_ncsa_auth ${users}
acl known proxy_auth REQUIRED
http_access allow known
http_access deny all
cache deny all
access_log none
cache_log ${log}
cache_store_log none
pid_filename none
shutdown_lifetime 0 seconds
dns_timeout 1 seconds
connect_timeout 2 seconds
`,
  );
  const http = await runProxy(programs.squid, ['-N', '-f', settings], httpPort);
  return { http, https: `127.0.0.1:${httpsPort}` };
}

/** Starts a SOCKS proxy without passwords. @param address from which it connects */
export async function startDante(address: string): Promise<string> {
  const port = await freePort();
  const settings = await file(
    'danted.conf',
    `logoutput: /dev/null
internal: 127.0.0.1 port = ${port}
external: ${address}
clientmethod: none
socksmethod: none
user.privileged: root
user.unprivileged: nobody
client pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }
socks pass { from: 0.0.0.0/0 to: 0.0.0.0/0 protocol: tcp }
`,
  );
  return runProxy(programs['dante-server'], ['-f', settings], port);
}

/** Writes a file that a proxy can read after it has given up its rights. */
async function file(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-proxy-'));
  await chmod(folder, 0o755);
  const path = join(folder, name);
  await writeFile(path, text, { mode: 0o644 });
  return path;
}

/** Runs a proxy until the test ends. Resolves when it accepts connections. */
export async function runProxy(
  program: string,
  args: readonly string[],
  port: number,
): Promise<string> {
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  const stopped = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with code ${code}`);
  });
  stopped.catch(() => {});
  closing({
    close: async () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    },
  });
  await Promise.race([stopped, untilListening(port)]);
  return `127.0.0.1:${port}`;
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await pause(20);
  }
  throw new Error(`nothing listens on port ${port}`);
}
