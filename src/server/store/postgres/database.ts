import { Socket } from 'node:net';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import { type DatabaseAddress, parseDatabaseAddress } from './address.ts';
import {
  endsConnection,
  isDatabaseRefusal,
  isSerializationFailure,
  isUnavailable,
} from './database-errors.ts';

export type Value = string | number | boolean | null | readonly (string | number | null)[];

/** What a store sends its SQL to: the pool, or one transaction. Parameters are `$1`, `$2`, … */
export interface Executor {
  /** Runs one statement and says how many rows it changed. */
  run(sql: string, ...values: Value[]): Promise<number>;
  /** The first row. The caller's `Row` names the columns that its own SQL selects. */
  get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined>;
  /** Every row, in the statement's order. */
  all<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Runs statements that take no parameters and give no rows. */
  script(sql: string): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections at the most; 10 unless given. */
  connections?: number;
  /** Real milliseconds for a connection to be had, and for a statement to end. */
  connectTimeout?: number;
  statementTimeout?: number;
}

/** How often a transaction is begun again that met another one. */
const mostCollisions = 5;

/**
 * A pool of connections to one PostgreSQL database. Nothing outlives a transaction: no session
 * setting, no named statement, no lock, so that a pooler in transaction mode may stand between.
 * Whatever keeps the database from working is a `StoreUnavailable`, and the next call tries anew.
 */
export class PostgresDatabase implements Executor {
  readonly #pool: Pool;
  readonly #sockets: ReadonlySet<Socket>;
  readonly #address: DatabaseAddress;
  /** Each statement a transaction of its own. */
  readonly #executor: Executor;
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
    this.#executor = executorOver((sql, values) =>
      this.#withClient((client) => atStake(client.query(sql, values))),
    );
    this.#begin = `BEGIN; SET LOCAL statement_timeout = ${statementTimeout};
      SET LOCAL idle_in_transaction_session_timeout = ${statementTimeout}`;
  }

  /**
   * Connects to nothing yet.
   *
   * @throws {StoreUnavailable} when the address is none, or the driver is not installed
   */
  static async open(text: string, options: DatabaseOptions = {}): Promise<PostgresDatabase> {
    const { connections = 10, connectTimeout = 5000, statementTimeout = 30_000 } = options;
    const address = parseDatabaseAddress(text);
    const { Pool, types } = await loadDriver();
    const sockets = new Set<Socket>();
    const pool = new Pool({
      connectionString: address.text,
      stream: () => kept(new Socket(), sockets),
      max: connections,
      connectionTimeoutMillis: connectTimeout,
      query_timeout: statementTimeout + 1000,
      fallback_application_name: 'newswatch',
      keepAlive: true,
      types: {
        getTypeParser: (oid, format) =>
          // Counts and times are below 2^53.
          oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format),
      },
    });
    // An idle connection that the server ended: the next call makes another.
    pool.on('error', () => {});
    return new PostgresDatabase(pool, sockets, address, statementTimeout);
  }

  /** The address without its password. */
  get shownAddress(): string {
    return this.#address.shown;
  }

  run(sql: string, ...values: Value[]): Promise<number> {
    return this.#guarded(() => this.#executor.run(sql, ...values));
  }

  get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined> {
    return this.#guarded(() => this.#executor.get<Row>(sql, ...values));
  }

  all<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.#guarded(() => this.#executor.all<Row>(sql, ...values));
  }

  script(sql: string): Promise<void> {
    return this.#guarded(() => this.#executor.script(sql));
  }

  /**
   * All of the work or none of it, READ COMMITTED. Work that met another transaction is done again
   * from its beginning: it touches the database alone.
   */
  transaction<Result>(work: (executor: Executor) => Promise<Result>): Promise<Result> {
    return this.#guarded(async () => {
      for (let collisions = 0; ; collisions += 1) {
        try {
          return await this.#attempt(work);
        } catch (error) {
          if (!isSerializationFailure(error) || collisions >= mostCollisions) throw error;
        }
      }
    });
  }

  async close(): Promise<void> {
    await this.#pool.end();
    // The pool forgets those on which it could not sign in, and the server holds them for a minute.
    for (const socket of this.#sockets) socket.destroy();
  }

  #attempt<Result>(work: (executor: Executor) => Promise<Result>): Promise<Result> {
    return this.#withClient(async (client) => {
      await client.query(this.#begin);
      try {
        const result = await work(executorOver((sql, values) => client.query(sql, values)));
        await atStake(client.query('COMMIT'));
        return result;
      } catch (error) {
        if (!isLost(error)) await client.query('ROLLBACK');
        throw error;
      }
    });
  }

  /** A connection is used again only where the database itself answered. */
  async #withClient<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    let broken = false;
    // One that is lost between two statements fails the next of them.
    const lost = () => {
      broken = true;
    };
    client.on('error', lost);
    try {
      return await work(client);
    } catch (error) {
      broken ||= isLost(error);
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
      const cause = error instanceof LostAnswer ? error.cause : error;
      if (!(cause instanceof Error) || !isUnavailable(cause)) throw cause;
      const { shown, redact } = this.#address;
      throw new StoreUnavailable(
        `the database ${shown} is not available (${redact(reasonOf(cause))})`,
        { outcomeUnknown: error instanceof LostAnswer },
      );
    }
  }
}

/** The database may have done what it was asked, and its answer never came. */
class LostAnswer extends Error {
  override readonly name = 'LostAnswer';
}

/** Whether the connection on which an error came is lost with it. */
function isLost(error: unknown): boolean {
  return error instanceof LostAnswer || (error instanceof Error && endsConnection(error));
}

async function atStake<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof Error && isUnavailable(cause) && !isDatabaseRefusal(cause)) {
      throw new LostAnswer(cause.message, { cause });
    }
    throw cause;
  }
}

function executorOver(query: (sql: string, values?: unknown[]) => Promise<QueryResult>): Executor {
  return {
    run: async (sql, ...values) => (await query(sql, values.map(storable))).rowCount ?? 0,
    get: async (sql, ...values) => (await query(sql, values.map(storable))).rows[0],
    all: async (sql, ...values) => (await query(sql, values.map(storable))).rows,
    script: async (sql) => {
      await query(sql);
    },
  };
}

/** In the set until it is closed. */
function kept(socket: Socket, sockets: Set<Socket>): Socket {
  sockets.add(socket);
  return socket.once('close', () => sockets.delete(socket));
}

/** No text of PostgreSQL holds a NUL; it becomes U+FFFD, as in the texts of news. */
function storable(value: Value): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd');
  return Array.isArray(value) ? value.map(storable) : value;
}

/** Where every address of a name was tried, Node's error has no message of its own. */
function reasonOf(error: Error): string {
  const { code } = error as Error & { code?: string };
  return error.message || code || error.name;
}

async function loadDriver() {
  try {
    const { default: driver } = await import('pg');
    return driver;
  } catch {
    throw new StoreUnavailable('no PostgreSQL driver: install the optional dependency pg');
  }
}
