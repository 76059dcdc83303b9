import { FairPlaces } from '../../node/fair-places.ts';
import type { ClaimedDelivery, ClaimOptions, LeasedCount } from '../store/store.ts';
import { webhookHost } from '../store/webhook-host.ts';

/** Maximum numbers of attempts in flight. */
export interface AttemptLimits {
  /** Of all, half of them reserved for accounts without an attempt in flight (default: 512). */
  total?: number;
  /** Of an account, which also can have only as many as are free and not reserved (default: 64). */
  perAccount?: number;
  /** For a host name, of all processes, including those that wait for its lookup (default: 32). */
  perHost?: number;
  /** For a connection, of all processes, including those that wait for a lookup (default: 8). */
  perConnection?: number;
}

/** Deliveries without a place, and the characters of their payloads. */
interface Unplaced {
  count: number;
  length: number;
}

/** Bounds for deliveries that wait for a lookup, or then for a place. */
const maxUnplaced: Unplaced = { count: 512, length: 64 * 1024 * 1024 };

/** What an account may have of {@link maxUnplaced} while anything is free. */
const reservedUnplaced = portionOf(maxUnplaced, 1 / 128);

/** What accounts may have together beyond that: each as much as is free. */
const sharedUnplaced = portionOf(maxUnplaced, 1 / 2);

/** Milliseconds after which a claim without a place ends, so that its lease covers the attempt. */
const maxWait = 8000;

/**
 * Bounds the attempts in flight. A delivery whose host name is looked up has no place, so that names
 * that never resolve do not delay deliveries to others.
 */
export class AttemptPlaces {
  readonly #limits: Required<AttemptLimits>;
  readonly #places: FairPlaces;
  readonly #sending = new Set<ClaimedDelivery>();
  readonly #lookups = new Set<ClaimedDelivery>();
  readonly #waiting = new Set<ClaimedDelivery>();
  readonly #stopped = new AbortController();

  constructor(limits: AttemptLimits = {}) {
    this.#limits = { total: 512, perAccount: 64, perHost: 32, perConnection: 8, ...limits };
    const { total, perAccount } = this.#limits;
    this.#places = new FairPlaces({ total, perGroup: perAccount });
  }

  /**
   * The limits of the next claim. Nothing can be claimed now if `limit` is 0.
   *
   * @param elsewhere the attempts of other processes in flight (default: none)
   */
  claimLimits(elsewhere: readonly LeasedCount[] = []): Omit<ClaimOptions, 'now' | 'lease_until'> {
    const { perAccount, perHost, perConnection } = this.#limits;
    const unplaced = [...this.#waiting, ...this.#lookups];
    const all = [...this.#sending, ...unplaced];
    const inAccounts = countBy([...this.#sending, ...this.#waiting], accountOf);
    for (const account of fullAccounts(unplaced)) {
      inAccounts.set(account, Math.max(inAccounts.get(account) ?? 0, perAccount));
    }
    const inConnections = countBy(all, ({ channel_id }) => channel_id);
    const inHosts = countBy(all, hostOfClaim);
    for (const { channel_id, webhook_url, count } of elsewhere) {
      addTo(inConnections, channel_id, count);
      const host = webhookHost(webhook_url);
      if (host !== undefined) addTo(inHosts, host, count);
    }
    return {
      // Those that wait for a place take none from others: they get the next one that they may have.
      limit: isFull(usageOf(unplaced), maxUnplaced) ? 0 : this.#places.free,
      max_per_connection: perConnection,
      in_flight: inConnections,
      hosts: { max: perHost, in_flight: inHosts },
      accounts: {
        max: perAccount,
        reserved: this.#places.reserved,
        in_flight: inAccounts,
        turns: countBy(all, accountOf),
      },
    };
  }

  /** Whether no attempt is in flight. */
  get isEmpty(): boolean {
    return this.#sending.size + this.#lookups.size + this.#waiting.size === 0;
  }

  /** The number of attempts in flight, without those that wait for a lookup. */
  get sending(): number {
    return this.#sending.size;
  }

  /** Whether a delivery has no place while its host name is looked up. */
  isLookup(claim: ClaimedDelivery): boolean {
    return this.#lookups.has(claim);
  }

  /** Gives a claimed delivery a place. */
  add(claim: ClaimedDelivery): void {
    this.#sending.add(claim);
    this.#places.take([claim.account_id]);
  }

  /**
   * Takes the place of a delivery while its host name is looked up.
   *
   * @returns whether it has a place again; otherwise it must be given back
   */
  async duringLookup(claim: ClaimedDelivery, lookup: Promise<unknown>): Promise<boolean> {
    const tooLate = new AbortController();
    const timer = setTimeout(() => tooLate.abort(), maxWait);
    this.remove(claim);
    this.#lookups.add(claim);
    await lookup;
    this.#lookups.delete(claim);
    this.#waiting.add(claim);
    try {
      const signal = AbortSignal.any([tooLate.signal, this.#stopped.signal]);
      await this.#places.wait([claim.account_id], signal);
      this.#sending.add(claim);
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(claim);
    }
  }

  /** Ends an attempt. */
  remove(claim: ClaimedDelivery): void {
    if (this.#sending.delete(claim)) this.#places.release([claim.account_id]);
  }

  /** Ends waiting, now and later. */
  stop(): void {
    this.#stopped.abort();
  }
}

/** The accounts that may have no further delivery without a place. */
function fullAccounts(unplaced: readonly ClaimedDelivery[]): string[] {
  const used = usageOf(unplaced);
  const free = {
    count: sharedUnplaced.count - used.count,
    length: sharedUnplaced.length - used.length,
  };
  const usages = new Map<string, Unplaced>();
  for (const { account_id, payload } of unplaced) {
    const usage = usages.get(account_id) ?? { count: 0, length: 0 };
    usage.count += 1;
    usage.length += payload?.length ?? 0;
    usages.set(account_id, usage);
  }
  return [...usages].flatMap(([id, usage]) =>
    isFull(usage, reservedUnplaced) && isFull(usage, free) ? [id] : [],
  );
}

function usageOf(claims: readonly ClaimedDelivery[]): Unplaced {
  return {
    count: claims.length,
    length: claims.reduce((sum, each) => sum + (each.payload?.length ?? 0), 0),
  };
}

function isFull({ count, length }: Unplaced, max: Unplaced): boolean {
  return count >= max.count || length >= max.length;
}

function portionOf({ count, length }: Unplaced, part: number): Unplaced {
  return { count: count * part, length: length * part };
}

function accountOf({ account_id }: ClaimedDelivery): string {
  return account_id;
}

function hostOfClaim({ connection }: ClaimedDelivery): string | undefined {
  return webhookHost(connection?.webhook_url);
}

function addTo(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function countBy(
  claims: readonly ClaimedDelivery[],
  keyOf: (claim: ClaimedDelivery) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const claim of claims) {
    const key = keyOf(claim);
    if (key !== undefined) addTo(counts, key, 1);
  }
  return counts;
}
