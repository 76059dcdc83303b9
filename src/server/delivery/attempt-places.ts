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

/** Deliveries without a place, and the characters of their payloads. */
interface Unplaced {
  count: number;
  length: number;
}

/**
 * Bounds for deliveries that wait for a lookup, or then for a place. An account may have as many as
 * are still free: half of them if there is no other, and always fewer than all.
 */
const maxUnplaced: Unplaced = { count: 8192, length: 64 * 1024 * 1024 };

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
  #waiting: Waiting[] = [];
  #isStopped = false;

  constructor(limits: AttemptLimits = {}) {
    this.#limits = { total: 128, perAccount: 64, perHost: 32, perConnection: 8, ...limits };
  }

  /** The limits of the next claim. Nothing can be claimed now if `limit` is 0. */
  claimLimits(): Omit<ClaimOptions, 'now' | 'lease_until'> {
    const { total, perAccount, perHost, perConnection } = this.#limits;
    const waiting = this.#waiting.map(({ claim }) => claim);
    const unplaced = [...waiting, ...this.#lookups];
    const all = [...this.#sending, ...unplaced];
    const inAccounts = countBy([...this.#sending, ...waiting], ({ account_id }) => account_id);
    for (const account of fullAccounts(unplaced)) {
      inAccounts.set(account, Math.max(inAccounts.get(account) ?? 0, perAccount));
    }
    return {
      // Those that wait for a place take none from others: they get the next one that they may have.
      limit: isFull(usageOf(unplaced), maxUnplaced) ? 0 : Math.max(total - this.#sending.size, 0),
      max_per_connection: perConnection,
      in_flight: countBy(all, ({ channel_id }) => channel_id),
      hosts: { max: perHost, in_flight: countBy(all, hostOfClaim) },
      accounts: { max: perAccount, in_flight: inAccounts },
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
    await lookup;
    this.#lookups.delete(claim);
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

/** The accounts that may have no further delivery without a place. */
function fullAccounts(unplaced: readonly ClaimedDelivery[]): string[] {
  const { count, length } = usageOf(unplaced);
  const free = { count: maxUnplaced.count - count, length: maxUnplaced.length - length };
  const usages = new Map<string, Unplaced>();
  for (const { account_id, payload } of unplaced) {
    const usage = usages.get(account_id) ?? { count: 0, length: 0 };
    usage.count += 1;
    usage.length += payload.length;
    usages.set(account_id, usage);
  }
  return [...usages].flatMap(([id, usage]) => (isFull(usage, free) ? [id] : []));
}

function usageOf(claims: readonly ClaimedDelivery[]): Unplaced {
  return {
    count: claims.length,
    length: claims.reduce((sum, each) => sum + each.payload.length, 0),
  };
}

function isFull({ count, length }: Unplaced, max: Unplaced): boolean {
  return count >= max.count || length >= max.length;
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
