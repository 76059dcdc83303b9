/**
 * Milliseconds. A delivery that is older than the newest seen one by at most this can still be new:
 * `created_at` is set before a delivery is stored.
 */
const overlap = 60_000;

/** The fields of a delivery that the tracker depends on. */
export interface DeliveryState {
  event_id: string;
  channel_id: string;
  status: string;
  round: number;
  attempts: number;
  /** RFC 3339. */
  created_at: string;
}

/**
 * Tracks which deliveries are new or have changed. It remembers those in progress and the final ones of
 * the last minute. The list has deliveries in progress first, each part newest first.
 */
export class DeliveryTracker {
  /** Those in progress: their creation and their last state. */
  readonly #live = new Map<string, { createdAt: number; state: string }>();
  /** The creation of final ones that were seen. */
  readonly #final = new Map<string, number>();
  /** Those in progress that the current poll has not listed yet. */
  #missing = new Map<string, number>();
  /** Deliveries before this time are not new. */
  #horizon: number;
  #newest = Number.NEGATIVE_INFINITY;
  #isFirstPoll: boolean;

  /** @param since milliseconds since the epoch (default: what the first poll lists is not new) */
  constructor(since?: number) {
    this.#horizon = since ?? Number.NEGATIVE_INFINITY;
    this.#isFirstPoll = since === undefined;
  }

  /** Call it before the first page of each poll. */
  startPoll(): void {
    this.#missing = new Map([...this.#live].map(([key, { createdAt }]) => [key, createdAt]));
  }

  /** Call it after the last page of each poll. */
  endPoll(): void {
    for (const key of this.#missing.keys()) this.#live.delete(key);
    this.#isFirstPoll = false;
    this.#horizon = Math.max(this.#horizon, this.#newest - overlap);
    for (const [key, createdAt] of this.#final) {
      if (createdAt < this.#horizon) this.#final.delete(key);
    }
  }

  /** Whether a delivery is new or has changed. Records it. */
  isChanged(delivery: DeliveryState): boolean {
    return this.#record(delivery) && !this.#isFirstPoll;
  }

  #record(delivery: DeliveryState): boolean {
    const key = `${delivery.event_id} ${delivery.channel_id}`;
    const createdAt = Date.parse(delivery.created_at);
    const state = `${delivery.status} ${delivery.round} ${delivery.attempts}`;
    const known = this.#live.get(key);
    this.#missing.delete(key);
    this.#newest = Math.max(this.#newest, createdAt);
    if (isLive(delivery)) {
      if (known === undefined && createdAt < this.#horizon) return false;
      this.#live.set(key, { createdAt, state });
      return known?.state !== state;
    }
    this.#live.delete(key);
    const isNew = known !== undefined || (createdAt >= this.#horizon && !this.#final.has(key));
    if (createdAt >= this.#newest - overlap) this.#final.set(key, createdAt);
    return isNew;
  }

  /** Whether the rest of the list, after this delivery, has nothing new. */
  isRestKnown(delivery: DeliveryState): boolean {
    if (isLive(delivery)) return false;
    const createdAt = Date.parse(delivery.created_at);
    const horizon = this.#isFirstPoll ? this.#newest - overlap : this.#horizon;
    if (createdAt >= horizon) return false;
    for (const missing of this.#missing.values()) if (missing <= createdAt) return false;
    return true;
  }
}

function isLive({ status }: DeliveryState): boolean {
  return status === 'pending' || status === 'retrying';
}
