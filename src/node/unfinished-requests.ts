/** Bounds for what clients hold before they have sent a complete request. */
export interface UnfinishedLimits {
  /** Number of sources (default: not limited). */
  readonly count?: number;
  /** Bytes of bodies, as they arrive. */
  readonly bytes: number;
}

export interface UnfinishedRequestsOptions<Source> {
  readonly total: UnfinishedLimits;
  /** Limits for the clients of one network. */
  readonly perNetwork: UnfinishedLimits;
  /** The network of a source's client. */
  readonly networkOf: (source: Source) => string;
  /**
   * Called with a source that is no longer counted because a limit was exceeded, to free its
   * memory.
   */
  readonly evict: (source: Source, exceeded: 'total' | 'network') => void;
}

interface Unfinished {
  readonly network: string;
  bytes: number;
}

interface Usage {
  count: number;
  bytes: number;
}

/**
 * Counts the sources (TCP connections or requests) without a complete request, and the bytes of their
 * bodies. If a new source or chunk exceeds a limit, the oldest of them is evicted: a good request is
 * complete within milliseconds, so idle and slow clients cannot turn it away.
 */
export class UnfinishedRequests<Source extends { readonly destroyed: boolean }> {
  readonly #options: UnfinishedRequestsOptions<Source>;
  /** Oldest first. */
  readonly #unfinished = new Map<Source, Unfinished>();
  readonly #all: Usage = { count: 0, bytes: 0 };
  readonly #networks = new Map<string, Usage>();

  constructor(options: UnfinishedRequestsOptions<Source>) {
    this.#options = options;
  }

  /** Counts a source that waits for a request: a new one, or one whose response was sent. */
  wait(source: Source): void {
    if (source.destroyed || this.#unfinished.has(source)) return;
    this.#add(source);
    this.#enforce(source);
  }

  /** Counts bytes of a body. */
  receive(source: Source, bytes: number): void {
    if (source.destroyed) return;
    const unfinished = this.#unfinished.get(source) ?? this.#add(source);
    unfinished.bytes += bytes;
    this.#all.bytes += bytes;
    this.#usageOf(unfinished.network).bytes += bytes;
    this.#enforce(source);
  }

  /** Stops counting a source: its request is complete, or it is closed. */
  finish(source: Source): void {
    const unfinished = this.#unfinished.get(source);
    if (!unfinished) return;
    this.#unfinished.delete(source);
    const { network, bytes } = unfinished;
    const usage = this.#usageOf(network);
    for (const each of [this.#all, usage]) {
      each.count -= 1;
      each.bytes -= bytes;
    }
    if (usage.count === 0) this.#networks.delete(network);
  }

  #add(source: Source): Unfinished {
    const unfinished = { network: this.#options.networkOf(source), bytes: 0 };
    this.#unfinished.set(source, unfinished);
    this.#all.count += 1;
    this.#usageOf(unfinished.network).count += 1;
    return unfinished;
  }

  #enforce(source: Source): void {
    const { total, perNetwork } = this.#options;
    const { network } = this.#unfinished.get(source) ?? { network: '' };
    const usage = this.#usageOf(network);
    while (exceeds(usage, perNetwork)) {
      this.#evictOldest('network', (each) => each.network === network);
    }
    while (exceeds(this.#all, total)) this.#evictOldest('total', () => true);
  }

  #evictOldest(exceeded: 'total' | 'network', matches: (unfinished: Unfinished) => boolean): void {
    for (const [source, unfinished] of this.#unfinished) {
      if (!matches(unfinished)) continue;
      this.finish(source);
      this.#options.evict(source, exceeded);
      return;
    }
  }

  #usageOf(network: string): Usage {
    const usage = this.#networks.get(network) ?? { count: 0, bytes: 0 };
    this.#networks.set(network, usage);
    return usage;
  }
}

function exceeds(usage: Usage, { count = Number.POSITIVE_INFINITY, bytes }: UnfinishedLimits) {
  return usage.count > count || usage.bytes > bytes;
}
