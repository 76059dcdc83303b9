import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { rankingTermsOf } from '../../search/index/ranking-terms.ts';
import type { NewsStore } from '../../store/store.ts';

/** Items that are analyzed at once: some milliseconds in which nothing else is done. */
const piece = 50;

/**
 * Gives ranking terms to the items that an earlier version stored without, while the server serves:
 * until they have them, a search analyzes those that it reads.
 */
export class RankingUpkeep {
  readonly #ended: Promise<void>;
  #stopping = false;

  constructor(news: NewsStore, log: Log) {
    this.#ended = this.#work(news).catch((error: unknown) => {
      log('warn', 'ranking terms not kept', {
        reason: error instanceof Error ? error.message : '',
      });
    });
  }

  /** Resolves when it no longer works; the rest is for the next start. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#ended;
  }

  async #work(news: NewsStore): Promise<void> {
    while (!this.#stopping) {
      const items = await news.unranked(piece);
      if (items.size === 0) return;
      await news.keepRankingTerms(
        new Map([...items].map(([key, item]) => [key, rankingTermsOf(item)])),
      );
      await setImmediate();
    }
  }
}
