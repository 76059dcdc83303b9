import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorCode } from '../../src/node/error-code.ts';

/**
 * The ports that are given out. Systems choose higher ones for connections and for servers that
 * listen on port 0, so none of these is taken between the choice and its use.
 */
const [firstPort, endPort] = [10_000, 32_000];

/** Number of ports of a test worker. Workers run at the same time, so each has its own. */
const portsPerWorker = 250;

const workers = (endPort - firstPort) / portsPerWorker;
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % workers;
let next = Math.floor(Math.random() * portsPerWorker);

/** A port on which nothing listens, and that no other test gets. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portsPerWorker; tries += 1) {
    next = (next + 1) % portsPerWorker;
    const port = firstPort + worker * portsPerWorker + next;
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
