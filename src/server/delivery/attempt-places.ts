import type { ClaimedDelivery, ClaimOptions } from '../store/store.ts';
import { webhookHost } from '../store/webhook-host.ts';

/** Maximum numbers of attempts in flight. */
export interface AttemptLimits {
  /** Of all (default: 128). */
  total?: number;
  /** Of an account (default: 64). */
  perAccount?: number;
  /** For a host name, including those that wait for its lookup (default: 32). */
  perHost?: number;
  /** For a connection, including those that wait for a lookup (default: 8). */
  perConnection?: number;
}

/** Maximum number of deliveries that wait for lookups, and of the characters of their payloads. */
const maxLookups = 4096;
const maxLookupLength = 32 * 1024 * 1024;

/** Milliseconds after which a claim without a place ends, so that its lease covers the attempt. */
const maxWait = 8000;

interface Waiting {
  claim: ClaimedDelivery;
  deadline: number;
  resolve: (hasPlace: boolean) => void;
}

/**
 * Bounds the attempts in flight. A delivery whose host name is looked up has no place, so that names
 * that never resolve do not delay deliveries to others.
 */
export class AttemptPlaces {
  readonly #limits: Required<AttemptLimits>;
  readonly #sending = new Set<ClaimedDelivery>();
  readonly #lookups = new Set<ClaimedDelivery>();
  #lookupLength = 0;
  #waiting: Waiting[] = [];
  #isStopped = false;

  constructor(limits: AttemptLimits = {}) {
    this.#limits = { total: 128, perAccount: 64, perHost: 32, perConnection: 8, ...limits };
  }

  /** The limits of the next claim. Nothing can be claimed now if `limit` is 0. */
  claimLimits(): Omit<ClaimOptions, 'now' | 'lease_until'> {
    const { total, perAccount, perHost, perConnection } = this.#limits;
    const isFull = this.#lookups.size >= maxLookups || this.#lookupLength >= maxLookupLength;
    const withPlace = [...this.#sending, ...this.#waiting.map(({ claim }) => claim)];
    const all = [...withPlace, ...this.#lookups];
    return {
      limit: isFull ? 0 : Math.max(total - withPlace.length, 0),
      max_per_connection: perConnection,
      in_flight: countBy(all, ({ channel_id }) => channel_id),
      hosts: { max: perHost, in_flight: countBy(all, hostOfClaim) },
      accounts: { max: perAccount, in_flight: countBy(withPlace, ({ account_id }) => account_id) },
    };
  }

  /** Whether no attempt is in flight. */
  get isEmpty(): boolean {
    return this.#sending.size + this.#lookups.size + this.#waiting.length === 0;
  }

  /** Whether a delivery has no place while its host name is looked up. */
  isLookup(claim: ClaimedDelivery): boolean {
    return this.#lookups.has(claim);
  }

  /** Gives a claimed delivery a place. */
  add(claim: ClaimedDelivery): void {
    this.#sending.add(claim);
  }

  /**
   * Takes the place of a delivery while its host name is looked up.
   *
   * @returns whether it has a place again; otherwise it must be given back
   */
  async duringLookup(claim: ClaimedDelivery, lookup: Promise<unknown>): Promise<boolean> {
    const deadline = performance.now() + maxWait;
    this.#sending.delete(claim);
    this.#lookups.add(claim);
    this.#lookupLength += claim.payload.length;
    await lookup;
    this.#lookups.delete(claim);
    this.#lookupLength -= claim.payload.length;
    return new Promise((resolve) => {
      this.#waiting.push({ claim, deadline, resolve });
      this.#admit();
    });
  }

  /** Ends an attempt. */
  remove(claim: ClaimedDelivery): void {
    if (this.#sending.delete(claim)) this.#admit();
  }

  /** Ends waiting, now and later. */
  stop(): void {
    this.#isStopped = true;
    this.#admit();
  }

  /** Gives free places to those that wait, longest first. */
  #admit(): void {
    if (this.#waiting.length === 0) return;
    const now = performance.now();
    const inAccount = countBy([...this.#sending], ({ account_id }) => account_id);
    this.#waiting = this.#waiting.filter(({ claim, deadline, resolve }) => {
      const count = inAccount.get(claim.account_id) ?? 0;
      const isTooLate = this.#isStopped || now > deadline;
      const { total, perAccount } = this.#limits;
      if (!isTooLate && (this.#sending.size >= total || count >= perAccount)) return true;
      if (!isTooLate) {
        this.#sending.add(claim);
        inAccount.set(claim.account_id, count + 1);
      }
      resolve(!isTooLate);
      return false;
    });
  }
}

function hostOfClaim({ connection }: ClaimedDelivery): string | undefined {
  return webhookHost(connection?.webhook_url);
}

function countBy(
  claims: readonly ClaimedDelivery[],
  keyOf: (claim: ClaimedDelivery) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const claim of claims) {
    const key = keyOf(claim);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
