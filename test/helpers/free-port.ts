import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { errorCode } from '../../src/node/error-code.ts';

/**
 * The ports that are given out. Systems choose higher ones for connections and for servers that
 * listen on port 0, so none of these is taken between the choice and its use.
 */
const [firstPort, endPort] = [11_000, 32_000];

/** Processes run tests at the same time, so each has a block of ports: it listens on the first one. */
const blockSize = 100;

const maxTries = 1000;

let block: Promise<number> | undefined;
let next = 0;

/** A port on which nothing listens, and that no other test process gets. */
export async function freePort(): Promise<number> {
  block ??= claimBlock();
  const first = await block;
  for (let tries = 1; tries < blockSize; tries += 1) {
    next = (next % (blockSize - 1)) + 1;
    const server = await listen(first + next);
    if (!server) continue;
    server.close();
    await once(server, 'close');
    return first + next;
  }
  throw new Error('no port is free');
}

async function claimBlock(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const chosen = Math.floor((Math.random() * (endPort - firstPort)) / blockSize);
    const first = firstPort + chosen * blockSize;
    const server = await listen(first);
    if (!server) continue;
    server.unref();
    return first;
  }
  throw new Error('no block of ports is free');
}

/** A server on the port, or `undefined` if it is in use or reserved by the system. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return server;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE' || code === 'EACCES') return undefined;
    throw error;
  }
}
