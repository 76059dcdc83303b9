import { execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { makeCertificate } from '../../helpers/certificate.ts';

/** The circumstances in which a command cannot go on. */
export interface Situation {
  env?: Readonly<Record<string, string>>;
  /** Global flags. */
  flags?: readonly string[];
  /** The origin of the service (default: a name that only a proxy could resolve). */
  origin?: string;
  /** The file that the command reads. */
  input?: string;
  /** The program that starts Node.js, with its arguments (default: none). */
  wrapper?: readonly string[];
}

/**
 * What a command does at a stage: connects to the service, uses a proxy, reads its API key, waits to
 * retry after a status code, reads an input, reads a file, or runs until a signal arrives.
 */
export type StageKind = 'network' | 'proxy' | 'key' | '429' | '503' | 'input' | 'file' | 'running';

/** A stage of a command at which everything stops. */
export interface Stage {
  name: string;
  /** A command that meets one of these stops at this stage. */
  kinds: readonly StageKind[];
  /** The exit code after `--timeout` (default: 7). */
  code?: number;
  /** Whether a command ends by itself, unless it has no limit. */
  isEnd?: boolean;
  prepare(): Promise<Situation>;
}

const proxied = 'https://service.example';
const folder = mkdtempSync(join(tmpdir(), 'newswatch-time-limits-'));
const tls = makeCertificate('IP:127.0.0.1', 2);
const authority = join(folder, 'authority.pem');
writeFileSync(authority, tls.cert);

/** Called after all tests, in reverse order. */
export const cleanups: (() => void)[] = [];

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A TCP server that replies to what it receives with the next of these texts, then with nothing. */
function scripted(...replies: readonly (string | Buffer)[]): Promise<number> {
  const server = createServer((socket) => {
    let index = 0;
    socket.on('data', () => {
      const reply = replies[index];
      index += 1;
      if (reply !== undefined) socket.write(reply);
    });
  });
  return listening(server);
}

async function http(listener: RequestListener): Promise<Situation> {
  return { origin: `http://127.0.0.1:${await listening(createHttpServer(listener))}` };
}

function refusing(status: number, retryAfter: string): Promise<Situation> {
  return http((_request, response) => {
    const headers = { 'content-type': 'application/json', 'retry-after': retryAfter };
    response.writeHead(status, headers).end('{"error":"rate_limited","message":"Wait."}');
  });
}

async function proxy(scheme: string, ...replies: readonly (string | Buffer)[]): Promise<Situation> {
  const port = await scripted(...replies);
  return { env: { HTTPS_PROXY: `${scheme}://127.0.0.1:${port}` } };
}

/** A server process that is stopped, so that the kernel accepts as many connections as its backlog. */
async function stoppedServer(backlog: number): Promise<number> {
  const program = `require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: ${backlog} },
    function () { console.log(this.address().port); })`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  cleanups.push(() => child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGSTOP');
  return Number(line.toString());
}

async function fullBacklog(): Promise<Situation> {
  const port = await stoppedServer(1);
  for (let index = 0; index < 4; index += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    cleanups.push(() => socket.destroy());
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { origin: `http://127.0.0.1:${port}` };
}

/** Replaces the name servers of this machine by one that never responds, in a mount namespace. */
async function silentNameServer(): Promise<Situation> {
  const socket = createSocket('udp4');
  socket.bind(53, '127.9.9.9');
  await once(socket, 'listening');
  cleanups.push(() => socket.close());
  const file = join(folder, 'resolv.conf');
  writeFileSync(file, 'nameserver 127.9.9.9\n');
  const program = `mount --bind ${file} /etc/resolv.conf && exec "$@"`;
  return {
    origin: 'https://unresolved.example',
    wrapper: ['unshare', '-m', 'sh', '-c', program, 'sh'],
  };
}

function newFifo(hasWriter: boolean): string {
  const path = join(mkdtempSync(join(folder, 'fifo-')), 'fifo');
  execFileSync('mkfifo', ['-m', '600', path]);
  if (hasWriter) {
    const fd = openSync(path, constants.O_RDWR);
    cleanups.push(() => closeSync(fd));
  }
  return path;
}

/** A FIFO that a writer keeps open. */
export async function silentInput(): Promise<Situation> {
  return { input: newFifo(true) };
}

const established = 'HTTP/1.1 200 Connection established\r\n\r\n';
/** Replies of a SOCKS5 proxy: no authentication is needed, and the connection is made. */
const socksGreeting = Buffer.from([5, 0]);
const socksConnected = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);

export const stages: readonly Stage[] = [
  { name: 'look-up', kinds: ['network'], prepare: silentNameServer },
  { name: 'connect (SYN)', kinds: ['network'], prepare: fullBacklog },
  {
    name: 'TLS handshake',
    kinds: ['network'],
    prepare: async () => ({ origin: `https://127.0.0.1:${await scripted()}` }),
  },
  {
    name: 'request body',
    kinds: ['network'],
    prepare: async () => ({ origin: `http://127.0.0.1:${await stoppedServer(100)}` }),
  },
  { name: 'response headers', kinds: ['network'], prepare: () => http(() => {}) },
  {
    name: 'half of the headers',
    kinds: ['network'],
    prepare: async () => ({
      origin: `http://127.0.0.1:${await scripted('HTTP/1.1 200 OK\r\nContent-Ty')}`,
    }),
  },
  {
    name: 'response body',
    kinds: ['network'],
    prepare: () =>
      http((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
        response.flushHeaders();
      }),
  },
  {
    name: 'between chunks',
    kinds: ['network'],
    prepare: () =>
      http((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"items":[');
      }),
  },
  {
    name: 'one byte at a time',
    kinds: ['network'],
    prepare: () =>
      http((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(timer));
      }),
  },
  { name: 'http proxy: CONNECT', kinds: ['proxy'], prepare: () => proxy('http') },
  { name: 'https proxy: TLS', kinds: ['proxy'], prepare: () => proxy('https') },
  {
    name: 'https proxy: CONNECT',
    kinds: ['proxy'],
    prepare: async () => ({
      env: {
        HTTPS_PROXY: `https://127.0.0.1:${await listening(createTlsServer(tls, () => {}))}`,
        NODE_EXTRA_CA_CERTS: authority,
      },
    }),
  },
  {
    name: 'TLS through an http proxy',
    kinds: ['proxy'],
    prepare: () => proxy('http', established),
  },
  { name: 'socks5h proxy: greeting', kinds: ['proxy'], prepare: () => proxy('socks5h') },
  {
    name: 'socks5h proxy: connect',
    kinds: ['proxy'],
    prepare: () => proxy('socks5h', socksGreeting),
  },
  {
    name: 'TLS through a socks5h proxy',
    kinds: ['proxy'],
    prepare: () => proxy('socks5h', socksGreeting, socksConnected),
  },
  {
    name: 'API key from stdin',
    kinds: ['key'],
    prepare: async () => ({ flags: ['--api-key-file', '-'] }),
  },
  {
    name: 'API key from a FIFO without a writer',
    kinds: ['key'],
    prepare: async () => ({ flags: ['--api-key-file', newFifo(false)] }),
  },
  {
    name: 'API key from a silent FIFO',
    kinds: ['key'],
    prepare: async () => ({ flags: ['--api-key-file', newFifo(true)] }),
  },
  {
    name: 'waiting to retry after 503',
    kinds: ['503'],
    code: 8,
    prepare: () => refusing(503, '30'),
  },
  {
    name: 'waiting to retry after 429',
    kinds: ['429'],
    code: 6,
    prepare: () => refusing(429, '30'),
  },
  {
    name: 'Retry-After of 30 years',
    kinds: ['429'],
    code: 6,
    isEnd: true,
    prepare: () => refusing(429, '1000000000'),
  },
  {
    name: 'stdin that does not end',
    kinds: ['input'],
    prepare: async () => ({ input: '-' }),
  },
  {
    name: 'FIFO without a writer',
    kinds: ['input', 'file'],
    prepare: async () => ({ input: newFifo(false) }),
  },
  {
    name: 'silent FIFO',
    kinds: ['input', 'file'],
    prepare: silentInput,
  },
  { name: 'running', kinds: ['running'], prepare: async () => ({}) },
];

/** The origin of a stage that stops before or in a proxy. */
export const defaultOrigin = proxied;
