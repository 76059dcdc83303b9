import { createServer } from 'node:net';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PostgresDatabase } from '../../../../../src/server/store/postgres/database.ts';
import { migratePostgres } from '../../../../../src/server/store/postgres/migrate.ts';
import { postgresMigrations } from '../../../../../src/server/store/postgres/migrations.ts';
import type { PoolOptions } from '../../../../../src/server/store/postgres/pool.ts';
import {
  migrateDatabase,
  storeIn,
} from '../../../../../src/server/store/postgres/postgres-store.ts';
import { raw, sql } from '../../../../../src/server/store/sql/sql.ts';
import { StoreUnavailable } from '../../../../../src/storage/store-unavailable.ts';
import { closing } from '../../../../helpers/closing.ts';
import {
  databaseProxy,
  fatalMessage,
  isReadyForQuery,
  terminationMessage,
} from '../../../../helpers/database-proxy.ts';
import { createEmptyDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { query } from '../../../../helpers/postgres-cluster.ts';

async function opened(options?: PoolOptions, address?: string) {
  const place = address ?? (await createEmptyDatabase());
  return closing(await PostgresDatabase.open(place, options));
}

async function failureOf(work: Promise<unknown>): Promise<StoreUnavailable> {
  const failure = await work.catch((error: unknown) => error);
  if (failure instanceof StoreUnavailable) return failure;
  throw new Error(`expected StoreUnavailable, got ${failure}`);
}

describe('a database address', () => {
  it('is never shown with its password, encoded or not', async () => {
    const silent = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    closing({ close: async () => silent.close() });
    const { port } = silent.address() as { port: number };
    for (const address of [
      `postgres://u:s%40cret1@127.0.0.1:${port}/d`,
      `postgres://127.0.0.1:${port}/d?user=u&password=s%40cret1`,
    ]) {
      const database = await opened({}, address);
      const { message } = await failureOf(database.get(sql`SELECT 1`));
      expect(message).toContain('***');
      expect(message).not.toMatch(/s(@|%40)cret1/);
      expect(database.redactedUrl).not.toMatch(/s(@|%40)cret1/);
    }
  });
});

describe.skipIf(!postgres)(`a store ${onPostgres} whose connections are all in use`, () => {
  it('still reports its health and the time', async () => {
    const address = await createEmptyDatabase();
    await migrateDatabase(address);
    const database = await opened({ connections: 1 }, address);
    const probe = closing(await database.openProbe());
    const store = storeIn(database, undefined, probe);
    const health = await database.transaction(async () => {
      const pings = Array.from({ length: 100 }, () => store.ping());
      await Promise.all([...pings, store.checkDisk()]);
      return store.databaseTime?.();
    });
    expect(health).toBeGreaterThan(0);
  });
});

describe.skipIf(!postgres)(`a database ${onPostgres}`, () => {
  it('is unavailable if it ends new sessions with an internal error, as with a full disk', async () => {
    const refusal = fatalMessage('XX000', 'could not write init file', 'write_item');
    const address = await databaseProxy(await createEmptyDatabase(), () => ({ last: refusal }));
    const database = await opened({}, address);
    for (const work of [
      () => database.get(sql`SELECT 1`),
      () => database.write(sql`SELECT 1`),
      () => database.transaction(async () => {}),
    ]) {
      const { message, outcomeUnknown } = await failureOf(work());
      expect(message).toContain('could not write init file');
      expect(outcomeUnknown).toBe(false);
    }
  });

  it('is unavailable if a statement times out, with an unknown outcome', async () => {
    const database = await opened({ statementTimeout: 1000 });
    const failure = await failureOf(database.write(sql`SELECT pg_sleep(60)`));
    expect(failure.outcomeUnknown).toBe(true);
    expect(await database.get(sql`SELECT 1 AS one`)).toEqual({ one: 1 });
  });

  it('does not compile the statements of a transaction', async () => {
    const database = await opened();
    const jit = sql`SELECT current_setting('jit') AS jit`;
    const before = await database.get(jit);
    expect(await database.allUncompiled(jit)).toEqual([{ jit: 'off' }]);
    expect(await database.transaction((query) => query(jit))).toEqual([{ jit: 'off' }]);
    expect(await database.get(jit)).toEqual(before);
  });

  it('has a full disk until a write succeeds, whatever is read', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const database = await opened();
    const full = sql`DO $$ BEGIN RAISE 'no space left' USING ERRCODE = '53100'; END $$`;
    await failureOf(database.write(full));
    vi.advanceTimersByTime(10_000);
    await database.allUncompiled(sql`SELECT 1`);
    expect(database.hasFullDisk).toBe(true);
    await database.write(sql`SELECT 1`);
    expect(database.hasFullDisk).toBe(false);
  });

  it('rolls back a transaction if one of its statements times out', async () => {
    const database = await opened({ statementTimeout: 1000 });
    await database.all(sql`CREATE TABLE t (n int)`);
    const failure = await failureOf(
      database.transaction(async (query) => {
        await query(sql`INSERT INTO t VALUES (1)`);
        await query(sql`SELECT pg_sleep(60)`);
      }),
    );
    expect(failure.outcomeUnknown).toBe(false);
    expect(await database.all(sql`SELECT * FROM t`)).toEqual([]);
  });

  it('is unavailable if no connection becomes free in time', async () => {
    const database = await opened({ connections: 1, connectTimeout: 1000 });
    let end = () => {};
    const held = database.transaction(
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    const failure = await failureOf(database.get(sql`SELECT 1`));
    expect(failure.outcomeUnknown).toBe(false);
    end();
    await held;
    expect(await database.get(sql`SELECT 1 AS one`)).toEqual({ one: 1 });
  });

  it('repeats a statement whose connection the server terminated', async () => {
    const address = await createEmptyDatabase();
    const database = await opened({ connections: 1 }, address);
    await database.write(sql`CREATE TABLE t (n int)`);
    // Waits for the lock of another session, so that it can be terminated in between.
    const locking = new pg.Client({ connectionString: address });
    await locking.connect();
    await locking.query('BEGIN; LOCK TABLE t');
    const written = database.write(sql`INSERT INTO t VALUES (1)`);
    const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'newswatch' AND datname = current_database()
        AND wait_event_type = 'Lock'`;
    while ((await query(address, terminate)).length === 0);
    await locking.query('COMMIT');
    await locking.end();
    await written;
    expect(await database.all(sql`SELECT n FROM t`)).toEqual([{ n: 1 }]);
  });

  it('repeats a statement whose connection was terminated as it became ready', async () => {
    let terminations = 3;
    const address = await databaseProxy(await createEmptyDatabase(), (chunk) => {
      if (!isReadyForQuery(chunk) || terminations === 0) return { next: chunk };
      terminations -= 1;
      return { last: Buffer.concat([chunk, terminationMessage()]) };
    });
    const database = await opened({}, address);
    expect(await database.write(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    expect(terminations).toBe(0);
  });

  it('repeats a statement whose connection was closed during authentication', async () => {
    let closures = 3;
    const address = await databaseProxy(await createEmptyDatabase(), (chunk) => {
      if (closures === 0) return { next: chunk };
      closures -= 1;
      return undefined;
    });
    const database = await opened({}, address);
    expect(await database.write(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    expect(closures).toBe(0);
  });

  it('repeats a transaction whose connection was terminated between statements', async () => {
    const database = await opened({ connections: 2 });
    await database.write(sql`CREATE TABLE t (n int)`);
    let attempts = 0;
    await database.transaction(async (run) => {
      attempts += 1;
      await run(sql`INSERT INTO t VALUES (${attempts})`);
      if (attempts > 1) return;
      const [session] = await run<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
      await database.get(sql`SELECT pg_terminate_backend(${session?.pid ?? 0}, 10000)`);
    });
    expect(await database.all(sql`SELECT n FROM t`)).toEqual([{ n: 2 }]);
  });

  it('does not repeat a write if its response was lost', async () => {
    let isLost = false;
    const address = await databaseProxy(await createEmptyDatabase(), (chunk) =>
      isLost ? undefined : { next: chunk },
    );
    const database = await opened({ connections: 1 }, address);
    await database.write(sql`CREATE TABLE t (n int)`);
    isLost = true;
    const failure = await failureOf(database.write(sql`INSERT INTO t VALUES (1)`));
    isLost = false;
    expect(failure.outcomeUnknown).toBe(true);
    expect(await database.all(sql`SELECT n FROM t`)).toEqual([{ n: 1 }]);
  });

  it('is unavailable if every connection is closed', async () => {
    const address = await databaseProxy(await createEmptyDatabase(), () => undefined);
    const database = await opened({}, address);
    const failure = await failureOf(database.write(sql`SELECT 1`));
    expect(failure.outcomeUnknown).toBe(false);
  });

  it('repeats a transaction after a deadlock', async () => {
    const database = await opened();
    await database.all(
      sql`CREATE TABLE t (id int PRIMARY KEY, n int); INSERT INTO t VALUES (1, 0), (2, 0)`,
    );
    const add = (first: number, second: number) =>
      database.transaction(async (query) => {
        await query(sql`UPDATE t SET n = n + 1 WHERE id = ${first}`);
        await query(sql`SELECT pg_sleep(0.2)`);
        await query(sql`UPDATE t SET n = n + 1 WHERE id = ${second}`);
      });
    await Promise.all([add(1, 2), add(2, 1)]);
    expect(await database.all(sql`SELECT n FROM t`)).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('repeats a single statement after a deadlock', async () => {
    const database = await opened();
    await database.all(
      sql`CREATE TABLE t (id int PRIMARY KEY, n int); INSERT INTO t VALUES (1, 0), (2, 0)`,
    );
    const add = (first: number, second: number) =>
      database.write(
        sql`WITH first AS (UPDATE t SET n = n + 1 WHERE id = ${first} RETURNING pg_sleep(0.2))
          UPDATE t SET n = n + 1 WHERE id = ${second} AND EXISTS (SELECT 1 FROM first)`,
      );
    await Promise.all([add(1, 2), add(2, 1)]);
    expect(await database.all(sql`SELECT n FROM t`)).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('stores any text, with U+FFFD for NUL', async () => {
    const database = await opened();
    const text = 'a\0b “\u{1f680}” \\ \' " $1';
    expect(
      await database.get(sql`SELECT ${text}::text AS text, ${[text]}::text[] AS texts`),
    ).toEqual({
      text: text.replace('\0', '\ufffd'),
      texts: [text.replace('\0', '\ufffd')],
    });
  });
});

describe.skipIf(!postgres)(`migrations ${onPostgres}`, () => {
  const account = `INSERT INTO accounts (id, name, plan, created_at) VALUES ('a', 'kept', 'active', 1)`;

  it('keep the data when a later step is added', async () => {
    const database = await opened();
    await migratePostgres(database, postgresMigrations);
    await database.all(raw(account));
    const step = `ALTER TABLE accounts ADD COLUMN added text DEFAULT 'new'`;
    await migratePostgres(database, [...postgresMigrations, step]);
    expect(await database.get(sql`SELECT name, added FROM accounts`)).toEqual({
      name: 'kept',
      added: 'new',
    });
  });

  // Repeated, because a process only rarely has outdated information on the tables of another.
  it('are run once when several processes start them', async () => {
    for (let times = 0; times < 20; times += 1) {
      const address = await createEmptyDatabase();
      const databases = await Promise.all(
        Array.from({ length: 6 }, () => PostgresDatabase.open(address, { connections: 1 })),
      );
      await Promise.all(databases.map((database) => migratePostgres(database, postgresMigrations)));
      expect(await databases[0]?.all(sql`SELECT version FROM newswatch_schema`)).toEqual([
        { version: postgresMigrations.length },
      ]);
      await Promise.all(databases.map((database) => database.close()));
    }
  }, 60_000);

  it('reject the same version with other tables', async () => {
    const database = await opened();
    await migratePostgres(database, ['CREATE TABLE accounts (id text)']);
    const failure = await failureOf(migratePostgres(database, postgresMigrations));
    expect(failure.message).toContain('other tables');
    await database.write(sql`ALTER TABLE newswatch_schema DROP COLUMN fingerprint`);
    await failureOf(migratePostgres(database, postgresMigrations));
  });

  it('change nothing if a step fails', async () => {
    const database = await opened();
    await migratePostgres(database, postgresMigrations);
    const broken = [...postgresMigrations, 'CREATE TABLE half (x int); SELECT * FROM nowhere'];
    await expect(migratePostgres(database, broken)).rejects.toThrow('nowhere');
    expect(await database.get(sql`SELECT to_regclass('half')::text AS half`)).toEqual({
      half: null,
    });
    await migratePostgres(database, postgresMigrations);
  });
});
