import { join } from 'node:path';
import { Database } from '../storage/database.ts';
import { migrateSqlite } from '../storage/migrate.ts';
import { whenUnlocked } from '../storage/when-unlocked.ts';
import type { DeadLetter, EventState, InboxEvent, StoredEvent } from './inbox-event.ts';
import { inboxMigrations } from './inbox-migrations.ts';

/** Milliseconds that a handled event is kept to detect repeats: a week, plus a day of margin. */
export const retention = 8 * 86_400_000;

/**
 * In bytes: a page holds several events, and the log about 18,000 before a checkpoint. The lock
 * timeout is below the service's timeout of 5 s, so that a lock held longer results in a 503.
 */
const layout = { pageSize: 16_384, logSize: 128_000_000, lockTimeout: 2000 };

/**
 * The events of one data folder. An event is `received` until it is `done` or `dead`; a failed one is
 * due again later. All methods except `commit` are synchronous, and all throw `StoreUnavailable` if
 * the database cannot be used.
 */
export class Inbox {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /**
   * @param folder a data folder, or `:memory:`
   * @throws {StoreUnavailable} if the folder cannot be used or was written by a newer version
   */
  static open(folder: string): Inbox {
    const database = Database.open(
      folder === ':memory:' ? folder : join(folder, 'inbox.db'),
      layout,
    );
    try {
      migrateSqlite(database, inboxMigrations);
      return new Inbox(database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Like `open()`, but waits for a lock of another process. */
  static openWhenUnlocked(folder: string): Promise<Inbox> {
    return whenUnlocked(() => Inbox.open(folder));
  }

  /**
   * Runs the work in a transaction, and resolves with its result when it is durable. Waits up to 2
   * seconds while another process has locked the database.
   *
   * @param since the time of `performance.now()` from which the wait counts
   */
  commit<Result>(work: () => Result, since?: number): Promise<Result> {
    return this.#database.commit(work, since);
  }

  /** Like `commit()`, but resolves when the work survives a crash of the process. */
  write<Result>(work: () => Result): Promise<Result> {
    return this.#database.write(work);
  }

  /**
   * Stores an event.
   *
   * @returns its sequence number; `undefined` if its id is already known
   */
  add(event: InboxEvent, state: 'received' | 'done'): number | undefined {
    if (state === 'received') return this.receive([event])[0]?.sequence;
    return this.#insert(event);
  }

  /**
   * Stores events as `received`.
   *
   * @returns those whose id was not known yet
   */
  receive(events: readonly InboxEvent[]): StoredEvent[] {
    const stored: StoredEvent[] = [];
    for (const event of events) {
      const sequence = this.#insert(event);
      if (sequence !== undefined) stored.push({ ...event, sequence, failures: 0 });
    }
    const [first] = stored;
    if (first) {
      this.#database.run(
        `INSERT INTO progress (sequence, state, failures, due_at)
         SELECT value, 'received', 0, ? FROM json_each(?)`,
        first.received_at,
        JSON.stringify(stored.map(({ sequence }) => sequence)),
      );
    }
    return stored;
  }

  #insert({ id, type, received_at, headers, body }: InboxEvent): number | undefined {
    return this.#database.insert(
      `INSERT INTO events (id, type, received_at, headers, body) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO NOTHING`,
      id,
      type,
      received_at,
      JSON.stringify(headers),
      body,
    );
  }

  /**
   * The due events, longest overdue first.
   *
   * @param excluded sequence numbers of events to leave out
   */
  due(now: number, limit: number, excluded: Iterable<number>): StoredEvent[] {
    const rows = this.#database.all<Omit<StoredEvent, 'headers'> & { headers: string }>(
      `SELECT sequence, id, type, received_at, headers, body, failures
       FROM progress JOIN events USING (sequence)
       WHERE state = 'received' AND due_at <= ?
         AND sequence NOT IN (SELECT value FROM json_each(?))
       ORDER BY due_at, sequence LIMIT ?`,
      now,
      JSON.stringify([...excluded]),
      limit,
    );
    return rows.map((row) => ({
      ...row,
      headers: JSON.parse(row.headers) as InboxEvent['headers'],
    }));
  }

  /** Marks events as `done`. */
  finish(sequences: readonly number[]): void {
    this.#database.run(
      'DELETE FROM progress WHERE sequence IN (SELECT value FROM json_each(?))',
      JSON.stringify(sequences),
    );
  }

  /**
   * Counts a failure of an event. A second call with the same `failures` changes nothing.
   *
   * @param dueAt when it is retried, in milliseconds since the epoch; `undefined` marks it as `dead`
   */
  fail({ sequence, failures }: StoredEvent, error: string, dueAt: number | undefined): void {
    this.#database.run(
      `UPDATE progress SET state = ?, failures = failures + 1, due_at = coalesce(?, due_at),
         last_error = ? WHERE sequence = ? AND failures = ?`,
      dueAt === undefined ? 'dead' : 'received',
      dueAt ?? null,
      error,
      sequence,
      failures,
    );
  }

  /** Counts the events that are `received`. */
  countUnhandled(): number {
    return (
      this.#database.get<{ count: number }>(
        `SELECT count(*) AS count FROM progress WHERE state = 'received'`,
      )?.count ?? 0
    );
  }

  /** All dead letters, oldest first. */
  deadLetters(): DeadLetter[] {
    return this.#database.all<DeadLetter>(
      `SELECT id, type, received_at, failures, last_error
       FROM progress JOIN events USING (sequence) WHERE state = 'dead' ORDER BY sequence`,
    );
  }

  /** Makes a dead letter `received` again, with no failures; false if its id is unknown. */
  replay(id: string, now: number): boolean {
    return (
      this.#database.run(
        `UPDATE progress SET state = 'received', failures = 0, due_at = ?, last_error = NULL
         WHERE state = 'dead' AND sequence = (SELECT sequence FROM events WHERE id = ?)`,
        now,
        id,
      ) > 0
    );
  }

  /** Makes a dead letter `done` without handling it; false if its id is unknown. */
  discard(id: string): boolean {
    return (
      this.#database.run(
        `DELETE FROM progress
         WHERE state = 'dead' AND sequence = (SELECT sequence FROM events WHERE id = ?)`,
        id,
      ) > 0
    );
  }

  /** Deletes the `done` events received before a time; returns how many. */
  purge(before: number): number {
    return this.#database.run(
      `DELETE FROM events WHERE received_at < ? AND sequence NOT IN
         (SELECT sequence FROM progress)`,
      before,
    );
  }

  /** The state of an event; `undefined` if it was never received or has been purged. */
  stateOf(id: string): EventState | undefined {
    return this.#database.get<{ state: EventState }>(
      `SELECT coalesce(state, 'done') AS state
       FROM events LEFT JOIN progress USING (sequence) WHERE id = ?`,
      id,
    )?.state;
  }

  /** Before `close()`, so that it does not copy a large write-ahead log on the event loop. */
  truncateLog(): Promise<void> {
    return this.#database.truncateLog();
  }

  /** Closes the database. */
  close(): void {
    this.#database.close();
  }
}
