import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { countUnavailable, newErrorCounts } from '../../../storage/error-counts.ts';
import { FullDiskMark } from '../../../storage/full-disk-mark.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import type { Sql } from '../sql/sql.ts';
import type { SqlExecutor } from '../sql/sql-executor.ts';
import type { PoolUse } from '../store.ts';
import { type DatabaseAddress, parseDatabaseAddress } from './address.ts';
import {
  endsConnection,
  isDatabaseError,
  isDiskFull,
  isUnavailable,
  messageOf,
} from './database-errors.ts';
import { type OpenedPool, openPool, type PoolOptions } from './pool.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { createQuery, type RunQuery } from './run-query.ts';
import {
  Conflict,
  detectLostResponse,
  isConnectionLost,
  LostResponse,
  RefusedSession,
  retryReason,
} from './transaction-errors.ts';

/** Maximum retries after a conflict with a concurrent transaction or a closed connection. */
const maxRetries = 8;

/** Milliseconds before the first retry after a closed connection; doubled for each further one. */
const retryDelay = 5;

/** In milliseconds. All retries together take less than a second. */
const maxRetryDelay = 250;

/**
 * A pool of connections to one PostgreSQL database. Session settings, named statements and session
 * locks are not used, so that it works through a pooler in transaction mode. All methods throw
 * {@link StoreUnavailable} if the database cannot be used; later calls may succeed.
 */
export class PostgresDatabase implements SqlExecutor {
  readonly dialect = postgresDialect;
  readonly ordersWrites = false;
  readonly #pool: OpenedPool;
  readonly #address: DatabaseAddress;
  readonly #fullDisk: FullDiskMark;
  /** Errors so far. */
  readonly errors = newErrorCounts();

  private constructor(pool: OpenedPool, address: DatabaseAddress, fullDisk: FullDiskMark) {
    this.#pool = pool;
    this.#address = address;
    this.#fullDisk = fullDisk;
  }

  /**
   * Does not connect yet.
   *
   * @param text the URL of the database
   * @throws {StoreUnavailable} if the URL is not valid or the driver is not installed
   */
  static async open(text: string, options: PoolOptions = {}): Promise<PostgresDatabase> {
    const address = parseDatabaseAddress(text);
    const pool = await openPool(address.text, options);
    return new PostgresDatabase(pool, address, new FullDiskMark());
  }

  /**
   * One more connection, for probes that must not wait for those of the pool. Its writes count for
   * {@link hasFullDisk} of both.
   */
  async openProbe(options: Omit<PoolOptions, 'connections'> = {}): Promise<PostgresDatabase> {
    const pool = await openPool(this.#address.text, { ...options, connections: 1 });
    return new PostgresDatabase(pool, this.#address, this.#fullDisk);
  }

  /** The URL without its password. */
  get redactedUrl(): string {
    return this.#address.redactedUrl;
  }

  /** The connections of the pool: those in use, those idle, and how many callers wait for one. */
  get connections(): PoolUse {
    const { totalCount, idleCount, waitingCount } = this.#pool.pool;
    return { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Whether recent writes failed because the disk is full. */
  get hasFullDisk(): boolean {
    return this.#fullDisk.isSet;
  }

  /** Only for reads, which are repeated if the connection is closed. */
  async get<Row>(statement: Sql): Promise<Row | undefined> {
    const [row] = await this.all<Row>(statement);
    return row;
  }

  /** Only for reads, which are repeated if the connection is closed. */
  all<Row>(statement: Sql): Promise<Row[]> {
    return this.#guarded(() =>
      this.#retried(() => this.#withClient((client) => createQuery(client)<Row>(statement))),
    );
  }

  /**
   * Like {@link all}, for a statement that the planner would compile each time (`jit`). Only a
   * transaction can prevent that through a pooler.
   */
  allUncompiled<Row>(statement: Sql): Promise<Row[]> {
    return this.#guarded(() =>
      this.#retried(() =>
        this.#attempt(
          (query) => query<Row>(statement),
          (client) => client.query('COMMIT'),
        ),
      ),
    );
  }

  write<Row>(...statements: readonly Sql[]): Promise<Row[]> {
    const [only] = statements;
    if (only && statements.length === 1 && only.rowsToChange === undefined) {
      return this.#writing(() =>
        this.#retried(() =>
          this.#withClient((client) => detectLostResponse(createQuery(client)<Row>(only))),
        ),
      );
    }
    return this.transaction(async (query) => {
      const rows: Row[] = [];
      for (const statement of statements) rows.push(...(await query<Row>(statement)));
      return rows;
    });
  }

  /**
   * Runs `work` in a transaction (`READ COMMITTED`), whose statements are not compiled. It is retried
   * after a conflict with another transaction, and if the connection is closed before the commit, so
   * it must have no effects outside the database.
   */
  transaction<Result>(work: (query: RunQuery) => Promise<Result>): Promise<Result> {
    return this.#writing(() => this.#retried(() => this.#attempt(work)));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #attempt<Result>(
    work: (query: RunQuery) => Promise<Result>,
    commit = (client: PoolClient): Promise<unknown> => detectLostResponse(client.query('COMMIT')),
  ): Promise<Result> {
    const { statementTimeout } = this.#pool;
    return this.#withClient(async (client) => {
      await client.query(`BEGIN; SET LOCAL statement_timeout = ${statementTimeout};
        SET LOCAL idle_in_transaction_session_timeout = ${statementTimeout}; SET LOCAL jit = off`);
      try {
        const result = await work(createQuery(client));
        await commit(client);
        return result;
      } catch (error) {
        if (!isConnectionLost(error)) await client.query('ROLLBACK');
        throw error;
      }
    });
  }

  /** Returns the connection to the pool afterwards, unless it is lost. */
  async #withClient<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#connect();
    let broken = false;
    // If the connection is lost between two statements, the next statement fails.
    const onError = () => {
      broken = true;
    };
    client.on('error', onError);
    try {
      return await work(client);
    } catch (error) {
      broken ||= isConnectionLost(error);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.pool.connect();
    } catch (error) {
      // With a full disk, the database may end a new session with an error of any code.
      if (!(error instanceof Error) || isUnavailable(error) || !isDatabaseError(error)) throw error;
      throw new RefusedSession(error.message, { cause: error });
    }
  }

  #writing<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#fullDisk.watch(() => this.#guarded(work));
  }

  async #guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof LostResponse ? error.cause : error;
      const isOurs = cause instanceof RefusedSession || cause instanceof Conflict;
      if (!(cause instanceof Error) || !(isOurs || isUnavailable(cause))) throw cause;
      const { redactedUrl, redact } = this.#address;
      const unavailable = new StoreUnavailable(
        `the database ${redactedUrl} is not available (${redact(messageOf(cause))})`,
        {
          outcomeUnknown: error instanceof LostResponse,
          isUnreachable: !isDatabaseError(cause) || endsConnection(cause),
          isDiskFull: isDiskFull(cause),
        },
      );
      countUnavailable(this.errors, unavailable);
      throw unavailable;
    }
  }

  /**
   * Repeats the work, later each time, after a conflict with another transaction and after its
   * connection was closed: both have rolled it back.
   */
  async #retried<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await work();
      } catch (error) {
        const reason = retryReason(error);
        if (!reason) throw error;
        this.errors[reason] += 1;
        if (retries >= maxRetries) throw error;
        const delay = Math.min(retryDelay * 2 ** retries, maxRetryDelay);
        // Transactions that conflict again and again wait for different times.
        await pause(reason === 'conflict' ? delay * Math.random() : delay);
      }
    }
  }
}
