import { FairPlaces } from '../../node/fair-places.ts';
import { feedLimits } from './limits.ts';

/** Bytes of a fetched body that need no place. */
export const maxSmallBody = feedLimits.maxSmallBodyBytes;

/** Limits the memory and the threads that feeds take at the same time. */
export interface FeedPlaces {
  /** For bodies of more than {@link maxSmallBody} bytes, from then on until they are parsed. */
  largeBodies: FairPlaces;
  /** For worker threads that parse. */
  workers: FairPlaces;
}

export function feedPlaces({ largeBodies }: { largeBodies: number }): FeedPlaces {
  return {
    largeBodies: new FairPlaces({ total: largeBodies }),
    workers: new FairPlaces({ total: feedLimits.maxWorkers }),
  };
}

/** The places that a feed may take, and the groups to count them for, such as an account. */
export interface FeedShare {
  places: FeedPlaces;
  groups: readonly string[];
}

/** A place that a feed takes only if it needs one, at most once. */
export class FeedPlace {
  readonly #places: FairPlaces | undefined;
  readonly #groups: readonly string[];
  #isTaken = false;

  /** @param share default: no limit */
  constructor(kind: keyof FeedPlaces, share: FeedShare | undefined) {
    this.#places = share?.places[kind];
    this.#groups = share?.groups ?? [];
  }

  /** @throws the signal's reason if it is aborted first */
  async take(signal: AbortSignal): Promise<void> {
    if (this.#isTaken) return;
    await this.#places?.wait(this.#groups, signal);
    this.#isTaken = true;
  }

  release(): void {
    if (this.#isTaken) this.#places?.release(this.#groups);
    this.#isTaken = false;
  }
}
