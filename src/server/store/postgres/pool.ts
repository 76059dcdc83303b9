import { Socket } from 'node:net';
import type { Pool } from 'pg';
import { assertInstalled } from '../../../storage/installed-parts.ts';

export interface PoolOptions {
  /** Maximum number of connections (default: 10). */
  connections?: number;
  /** Milliseconds to wait for a connection (default: 5,000). */
  connectTimeout?: number;
  /** Milliseconds that a statement may take (default: 30,000). */
  statementTimeout?: number;
}

export interface OpenedPool {
  pool: Pool;
  /** Milliseconds that a statement may take. */
  statementTimeout: number;
  close(): Promise<void>;
}

/**
 * Opens a pool of connections to a PostgreSQL database. Does not connect yet.
 *
 * @throws {MissingPartsError} if the driver is not installed
 */
export async function openPool(url: string, options: PoolOptions): Promise<OpenedPool> {
  const { connections = 10, connectTimeout = 5000, statementTimeout = 30_000 } = options;
  const { Pool, types } = await loadDriver();
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString: url,
    stream: () => trackedSocket(sockets),
    max: connections,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: statementTimeout + 1000,
    fallback_application_name: 'newswatch',
    keepAlive: true,
    types: {
      getTypeParser: (oid, format) =>
        // All counts and times are below 2^53.
        oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format),
    },
  });
  // The server closed an idle connection. The next query opens a new one.
  pool.on('error', () => {});
  // Between the connect and the first listener of `PostgresDatabase`, and between two statements, an
  // error without a listener would end the process. The next statement on the connection fails.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return {
    pool,
    statementTimeout,
    async close() {
      await pool.end();
      // The pool does not end connections that failed to authenticate; the server keeps them for a minute.
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A socket that is in the set until it is closed. */
function trackedSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  return socket.once('close', () => sockets.delete(socket));
}

async function loadDriver() {
  assertInstalled('PostgreSQL', ['pg']);
  const { default: driver } = await import('pg');
  return driver;
}
