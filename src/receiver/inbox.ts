import { join } from 'node:path';
import { Database } from '../storage/database.ts';
import { migrateSqlite } from '../storage/migrate.ts';
import type { ClaimedEvent, DeadLetter, InboxEvent } from './inbox-event.ts';
import { inboxMigrations } from './inbox-schema.ts';

/** Milliseconds that a handled event is remembered: repeats come for 27 hours, and a week is kept. */
export const memory = 8 * 86_400_000;

/** Events of a few kilobytes go several to a page, and some 25,000 come before one waits for a copy. */
const layout = { pageSize: 16_384, logSize: 128_000_000 };

/**
 * The events of one data folder. Each is `received`, then `handling`, then `done` or `dead`; a
 * failed one goes back to `received` for later. Every method but `commit` is synchronous.
 */
export class Inbox {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /**
   * @param folder a data folder, or `:memory:`
   * @throws {StoreUnavailable} when the folder cannot be used or is of a newer version
   */
  static open(folder: string): Inbox {
    const database = Database.open(
      folder === ':memory:' ? folder : join(folder, 'inbox.db'),
      layout,
    );
    // The service waits five seconds for an answer: a lock held longer than this is a 503.
    database.script('PRAGMA busy_timeout = 500');
    migrateSqlite(database, inboxMigrations);
    return new Inbox(database);
  }

  transaction<Result>(work: () => Result): Result {
    return this.#database.transaction(work);
  }

  /** The same without a stop for the disk: resolves once the work is on it. */
  commit<Result>(work: () => Result): Promise<Result> {
    return this.#database.commit(work);
  }

  /**
   * Keeps an event.
   *
   * @returns its place in the order of arrival; `undefined` where its id is known already, whatever
   *   became of that one
   */
  add(event: InboxEvent, state: 'received' | 'handling' | 'done'): number | undefined {
    const { id, type, received_at, headers, body } = event;
    const sequence = this.#database.insert(
      `INSERT INTO events (id, type, received_at, headers, body) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO NOTHING`,
      id,
      type,
      received_at,
      JSON.stringify(headers),
      body,
    );
    if (sequence === undefined || state === 'done') return sequence;
    this.#database.run(
      'INSERT INTO progress (sequence, state, failures, due_at) VALUES (?, ?, 0, ?)',
      sequence,
      state,
      received_at,
    );
    return sequence;
  }

  /** Marks the events that have been due longest as `handling` and gives them. */
  claim(limit: number, now: number): ClaimedEvent[] {
    const rows = this.#database.all<Omit<ClaimedEvent, 'headers'> & { headers: string }>(
      `SELECT sequence, id, type, received_at, headers, body, failures
       FROM progress JOIN events USING (sequence)
       WHERE state = 'received' AND due_at <= ? ORDER BY due_at, sequence LIMIT ?`,
      now,
      limit,
    );
    for (const { sequence } of rows) this.#move(sequence, 'handling');
    return rows.map((row) => ({
      ...row,
      headers: JSON.parse(row.headers) as InboxEvent['headers'],
    }));
  }

  /** Marks events as `done`, whatever their order. */
  finish(sequences: readonly number[]): void {
    for (const [first, last] of runsOf(sequences)) {
      this.#database.run('DELETE FROM progress WHERE sequence BETWEEN ? AND ?', first, last);
    }
  }

  /** Puts an event back as if it had not been claimed. */
  release(sequence: number): void {
    this.#move(sequence, 'received');
  }

  /** The same by its id, for one that may not be there. */
  giveBack(id: string): void {
    this.#database.run(
      `UPDATE progress SET state = 'received'
       WHERE state = 'handling' AND sequence = (SELECT sequence FROM events WHERE id = ?)`,
      id,
    );
  }

  /**
   * Counts a failure of an event as it was claimed: tried again at `dueAt`, or set aside where that
   * is `undefined`. A second call for the same claim changes nothing.
   */
  fail({ sequence, failures }: ClaimedEvent, error: string, dueAt: number | undefined): void {
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

  /** Gives back what was being handled when the process before this one ended; says how many. */
  recover(): number {
    return this.#database.run(`UPDATE progress SET state = 'received' WHERE state = 'handling'`);
  }

  /** How many events are not finished: `received` or `handling`. */
  backlog(): number {
    return (
      this.#database.get<{ count: number }>(
        `SELECT count(*) AS count FROM progress WHERE state <> 'dead'`,
      )?.count ?? 0
    );
  }

  /** The dead letters, oldest first. */
  dead(): DeadLetter[] {
    return this.#database.all<DeadLetter>(
      `SELECT id, type, received_at, failures, last_error
       FROM progress JOIN events USING (sequence) WHERE state = 'dead' ORDER BY sequence`,
    );
  }

  /** Puts a dead letter back to `received`, its failures forgotten; false where it is none. */
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

  /** Forgets what was done before a moment; says how many. Dead letters are never forgotten. */
  forget(before: number): number {
    return this.#database.run(
      `DELETE FROM events WHERE received_at < ? AND sequence NOT IN
         (SELECT sequence FROM progress)`,
      before,
    );
  }

  /** The state of one event; `undefined` for one that never came or is forgotten. */
  stateOf(id: string): 'received' | 'handling' | 'done' | 'dead' | undefined {
    return this.#database.get<{ state: 'received' | 'handling' | 'done' | 'dead' }>(
      `SELECT coalesce(state, 'done') AS state
       FROM events LEFT JOIN progress USING (sequence) WHERE id = ?`,
      id,
    )?.state;
  }

  /** Makes room for the next burst, while none is on. */
  checkpoint(): void {
    this.#database.checkpoint();
  }

  close(): void {
    this.#database.close();
  }

  #move(sequence: number, state: 'received' | 'handling'): void {
    this.#database.run('UPDATE progress SET state = ? WHERE sequence = ?', state, sequence);
  }
}

/** First and last of each unbroken row of numbers. */
function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
