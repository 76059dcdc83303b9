import { Socket } from 'node:net';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { errorCode } from '../../../node/system-error.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import { type DatabaseAddress, parseDatabaseAddress } from './address.ts';
import {
  endsConnection,
  isDatabaseError,
  isSerializationFailure,
  isUnavailable,
} from './database-errors.ts';

export type Value = string | number | boolean | null | readonly (string | number | null)[];

/** Runs SQL on the pool or in one transaction. Parameters are `$1`, `$2` and so on. */
export interface Queryable {
  /** Runs one statement and returns the number of changed rows. */
  run(sql: string, ...values: Value[]): Promise<number>;
  /** The first row. The caller's `Row` names the columns that its own SQL selects. */
  get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined>;
  /** Every row, in the statement's order. */
  all<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Runs statements without parameters and results. */
  script(sql: string): Promise<void>;
}

export interface DatabaseOptions {
  /** Maximum number of connections (default: 10). */
  connections?: number;
  /** Milliseconds to wait for a connection (default: 5,000). */
  connectTimeout?: number;
  /** Milliseconds that a statement may take (default: 30,000). */
  statementTimeout?: number;
}

/** Retries of a transaction that failed because of a concurrent one. */
const maxRetries = 5;

/**
 * A pool of connections to one PostgreSQL database. Session settings, named statements and session
 * locks are not used, so that a pooler in transaction mode can be in between. All methods throw
 * {@link StoreUnavailable} if the database cannot be used; later calls may succeed.
 */
export class PostgresDatabase implements Queryable {
  readonly #pool: Pool;
  readonly #sockets: ReadonlySet<Socket>;
  readonly #address: DatabaseAddress;
  readonly #queries: Queryable;
  readonly #begin: string;

  private constructor(
    pool: Pool,
    sockets: ReadonlySet<Socket>,
    address: DatabaseAddress,
    statementTimeout: number,
  ) {
    this.#pool = pool;
    this.#sockets = sockets;
    this.#address = address;
    this.#queries = queryableOver((sql, values) =>
      this.#withClient((client) => orLostResponse(client.query(sql, values))),
    );
    this.#begin = `BEGIN; SET LOCAL statement_timeout = ${statementTimeout};
      SET LOCAL idle_in_transaction_session_timeout = ${statementTimeout}`;
  }

  /**
   * Does not connect yet.
   *
   * @param text the URL of the database
   * @throws {StoreUnavailable} if the URL is not valid or the driver is not installed
   */
  static async open(text: string, options: DatabaseOptions = {}): Promise<PostgresDatabase> {
    const { connections = 10, connectTimeout = 5000, statementTimeout = 30_000 } = options;
    const address = parseDatabaseAddress(text);
    const { Pool, types } = await loadDriver();
    const sockets = new Set<Socket>();
    const pool = new Pool({
      connectionString: address.text,
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
    // The server ended an idle connection: the next call opens another.
    pool.on('error', () => {});
    return new PostgresDatabase(pool, sockets, address, statementTimeout);
  }

  /** The URL without its password. */
  get shownAddress(): string {
    return this.#address.shown;
  }

  run(sql: string, ...values: Value[]): Promise<number> {
    return this.#guarded(() => this.#queries.run(sql, ...values));
  }

  get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined> {
    return this.#guarded(() => this.#queries.get<Row>(sql, ...values));
  }

  all<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.#guarded(() => this.#queries.all<Row>(sql, ...values));
  }

  script(sql: string): Promise<void> {
    return this.#guarded(() => this.#queries.script(sql));
  }

  /**
   * Runs the work in a transaction (`READ COMMITTED`). It is repeated if it fails because of a
   * concurrent transaction, so that it must only use the database.
   */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result> {
    return this.#guarded(async () => {
      for (let retries = 0; ; retries += 1) {
        try {
          return await this.#attempt(work);
        } catch (error) {
          if (!isSerializationFailure(error) || retries >= maxRetries) throw error;
        }
      }
    });
  }

  async close(): Promise<void> {
    await this.#pool.end();
    // The pool forgets connections that failed to authenticate; the server keeps them for a minute.
    for (const socket of this.#sockets) socket.destroy();
  }

  #attempt<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result> {
    return this.#withClient(async (client) => {
      await client.query(this.#begin);
      try {
        const result = await work(queryableOver((sql, values) => client.query(sql, values)));
        await orLostResponse(client.query('COMMIT'));
        return result;
      } catch (error) {
        if (!isConnectionLost(error)) await client.query('ROLLBACK');
        throw error;
      }
    });
  }

  /** Returns the connection to the pool afterwards, unless it is lost. */
  async #withClient<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    let broken = false;
    // If it is lost between two statements, the second one fails.
    const lost = () => {
      broken = true;
    };
    client.on('error', lost);
    try {
      return await work(client);
    } catch (error) {
      broken ||= isConnectionLost(error);
      throw error;
    } finally {
      client.off('error', lost);
      client.release(broken);
    }
  }

  async #guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof LostResponse ? error.cause : error;
      if (!(cause instanceof Error) || !isUnavailable(cause)) throw cause;
      const { shown, redact } = this.#address;
      throw new StoreUnavailable(
        `the database ${shown} is not available (${redact(messageOf(cause))})`,
        { outcomeUnknown: error instanceof LostResponse },
      );
    }
  }
}

/** The database may have run the statement, but its response was lost. */
class LostResponse extends Error {
  override readonly name = 'LostResponse';
}

function isConnectionLost(error: unknown): boolean {
  return error instanceof LostResponse || (error instanceof Error && endsConnection(error));
}

async function orLostResponse<Result>(response: Promise<Result>): Promise<Result> {
  try {
    return await response;
  } catch (cause) {
    if (cause instanceof Error && isUnavailable(cause) && !isDatabaseError(cause)) {
      throw new LostResponse(cause.message, { cause });
    }
    throw cause;
  }
}

function queryableOver(
  query: (sql: string, values?: unknown[]) => Promise<QueryResult>,
): Queryable {
  return {
    run: async (sql, ...values) => (await query(sql, values.map(storable))).rowCount ?? 0,
    get: async (sql, ...values) => (await query(sql, values.map(storable))).rows[0],
    all: async (sql, ...values) => (await query(sql, values.map(storable))).rows,
    script: async (sql) => {
      await query(sql);
    },
  };
}

/** A socket that is in the set until it is closed. */
function trackedSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  return socket.once('close', () => sockets.delete(socket));
}

/** PostgreSQL cannot store NUL in text: it becomes U+FFFD. */
function storable(value: Value): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd');
  return Array.isArray(value) ? value.map(storable) : value;
}

/** Node's error has no message if it tried several addresses of the host. */
function messageOf(error: Error): string {
  return error.message || errorCode(error) || error.name;
}

async function loadDriver() {
  try {
    const { default: driver } = await import('pg');
    return driver;
  } catch {
    throw new StoreUnavailable(
      'the PostgreSQL driver is missing: install the optional dependency pg',
    );
  }
}
