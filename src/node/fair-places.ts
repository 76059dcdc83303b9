export interface FairPlacesOptions {
  /** Number of places. */
  total: number;
  /** Maximum number of places of one group (default: no limit). */
  perGroup?: number;
}

/** What waits for a place in the same groups. */
interface Queue {
  groups: readonly string[];
  /** Called when there is a place, longest waiting first. */
  callbacks: (() => void)[];
}

/**
 * Divides places among groups, such as accounts. Half of the places are reserved for groups without
 * one. Of the other half, a group can have as many as are free. The next place goes to the group
 * with the fewest.
 */
export class FairPlaces {
  readonly #perGroup: number;
  /** The number of places that only groups without a place can have. */
  readonly reserved: number;
  readonly #counts = new Map<string, number>();
  readonly #queues = new Map<string, Queue>();
  #free: number;

  constructor({ total, perGroup = total }: FairPlacesOptions) {
    this.#perGroup = perGroup;
    this.reserved = Math.floor(total / 2);
    this.#free = total;
  }

  /** The number of free places. */
  get free(): number {
    return Math.max(this.#free, 0);
  }

  /** The number of places of each group that has one. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** Takes a place in each of the groups without regard to the limits. */
  take(groups: readonly string[]): void {
    this.#free -= 1;
    for (const group of groups) this.#counts.set(group, this.#countOf(group) + 1);
  }

  /** Gives a place back. */
  release(groups: readonly string[]): void {
    this.#free += 1;
    for (const group of groups) {
      const count = this.#countOf(group) - 1;
      if (count > 0) this.#counts.set(group, count);
      else this.#counts.delete(group);
    }
    this.#admit();
  }

  /**
   * Takes a place as soon as the limits of all the groups allow it.
   *
   * @throws the signal's reason if it is aborted first
   */
  async wait(groups: readonly string[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#queues.has(keyOf(groups)) && this.#allows(groups)) return this.take(groups);
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        this.#leave(groups, admitted);
        reject(signal.reason);
      };
      const admitted = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#queue(groups, admitted);
    });
  }

  /**
   * Runs `work` while it has a place.
   *
   * @throws the signal's reason if it is aborted before there is a place
   */
  async during<Result>(
    groups: readonly string[],
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    await this.wait(groups, signal);
    try {
      return await work();
    } finally {
      this.release(groups);
    }
  }

  #queue(groups: readonly string[], callback: () => void): void {
    const queue = this.#queues.get(keyOf(groups));
    if (queue) queue.callbacks.push(callback);
    else this.#queues.set(keyOf(groups), { groups, callbacks: [callback] });
  }

  #leave(groups: readonly string[], callback: () => void): void {
    const callbacks = this.#queues.get(keyOf(groups))?.callbacks ?? [];
    callbacks.splice(callbacks.indexOf(callback), 1);
    if (callbacks.length === 0) this.#queues.delete(keyOf(groups));
  }

  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const { groups, callbacks } = next;
      const callback = callbacks.shift();
      // Queues with the same number of places take turns.
      this.#queues.delete(keyOf(groups));
      if (callbacks.length > 0) this.#queues.set(keyOf(groups), next);
      this.take(groups);
      callback?.();
    }
  }

  /** The queue with the fewest places among those whose limits allow another. */
  #next(): Queue | undefined {
    let next: Queue | undefined;
    for (const queue of this.#queues.values()) {
      if (!this.#allows(queue.groups)) continue;
      if (!next || this.#maxCount(queue.groups) < this.#maxCount(next.groups)) next = queue;
    }
    return next;
  }

  #allows(groups: readonly string[]): boolean {
    const count = this.#maxCount(groups);
    if (count === 0) return this.#free > 0;
    return count < Math.min(this.#perGroup, this.#free - this.reserved);
  }

  #maxCount(groups: readonly string[]): number {
    return Math.max(0, ...groups.map((group) => this.#countOf(group)));
  }

  #countOf(group: string): number {
    return this.#counts.get(group) ?? 0;
  }
}

function keyOf(groups: readonly string[]): string {
  return groups.join('\n');
}
