import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../storage/database.ts';
import { whenUnlocked } from '../../../storage/when-unlocked.ts';

/** Pages of the term index that a step writes. A step takes about 20 ms. */
const pagesPerStep = 64;

/** Steps after which their size doubles: each item added in between makes FTS5 begin again. */
const stepsPerSize = 512;

const selectState = 'SELECT requests, has_plain_secrets FROM erasure';
const selectChanges = 'SELECT total_changes() AS changes';

interface ErasureState {
  requests: number;
  has_plain_secrets: number;
}

/**
 * Erases the text of deleted and changed rows from the file. SQLite overwrites such text only in part:
 * copies stay in the term index, on free pages, between the rows and in the write-ahead log.
 */
export class Erasure {
  readonly #database: Database;
  #storesPlainSecrets = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Stores that text is about to be deleted: if `run()` does not follow, the next start runs it. */
  async request(): Promise<void> {
    await this.#database.commit(() =>
      this.#database.run('UPDATE erasure SET requests = requests + 1'),
    );
  }

  /**
   * At a start: runs requested erasures and, when a server begins to encrypt secrets, erases the plain ones.
   *
   * @throws {StoreUnavailable} if the file cannot be rewritten
   */
  async runIfDue({ encrypts }: { encrypts: boolean }): Promise<void> {
    const { requests, has_plain_secrets } = await this.#state();
    this.#storesPlainSecrets = !encrypts;
    await this.#notePlainSecrets();
    const beginsToEncrypt = encrypts && has_plain_secrets > 0;
    if (requests > 0 || beginsToEncrypt) await this.run();
    if (beginsToEncrypt) await this.#setPlainSecrets(0);
  }

  /** @throws {StoreUnavailable} if the file cannot be rewritten */
  async run(): Promise<void> {
    const { requests } = await this.#state();
    await this.#mergeTerms();
    await this.#database.rewriteFile();
    await this.#database.commit(() =>
      this.#database.run('UPDATE erasure SET requests = 0 WHERE requests = ?', requests),
    );
  }

  /** At the end: a server that encrypts may have erased the plain secrets before this one stored more. */
  async close(): Promise<void> {
    await this.#notePlainSecrets().catch(() => {});
  }

  async #notePlainSecrets(): Promise<void> {
    if (!this.#storesPlainSecrets || (await this.#state()).has_plain_secrets) return;
    await this.#setPlainSecrets(1);
  }

  async #setPlainSecrets(value: 0 | 1): Promise<void> {
    await this.#database.commit(() =>
      this.#database.run('UPDATE erasure SET has_plain_secrets = ?', value),
    );
  }

  async #state(): Promise<ErasureState> {
    const state = await whenUnlocked(() => this.#database.get<ErasureState>(selectState));
    return state ?? { requests: 0, has_plain_secrets: 0 };
  }

  /** Merges all segments of the term index into one: the terms of deleted items are left out. */
  async #mergeTerms(): Promise<void> {
    for (let step = 0; ; step += 1) {
      const pages = pagesPerStep * 2 ** Math.floor(step / stepsPerSize);
      const changes = await this.#database.write(() => {
        const before = this.#totalChanges();
        this.#database.run("INSERT INTO news_terms (news_terms, rank) VALUES ('merge', ?)", -pages);
        return this.#totalChanges() - before;
      });
      // FTS5 counts one change if there was nothing to merge (sqlite.org/fts5.html#the_merge_command).
      if (changes < 2) return;
      await nextTurn();
    }
  }

  #totalChanges(): number {
    return this.#database.get<{ changes: number }>(selectChanges)?.changes ?? 0;
  }
}
