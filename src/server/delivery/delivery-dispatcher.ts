import { EventEmitter, once } from 'node:events';
import { errorMessage } from '../../node/error-message.ts';
import { traceIdOfEvent } from '../../node/trace-context.ts';
import type { Timer } from '../clock.ts';
import type { ClaimedDelivery, DeliverySettlement, OutboxStore } from '../store/store.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import { type AttemptContext, attemptDelivery } from './attempt-delivery.ts';
import { AttemptPlaces } from './attempt-places.ts';
import { traceOf } from './attempt-span.ts';
import { AttemptsElsewhere } from './attempts-elsewhere.ts';
import { NextAttempts } from './next-attempts.ts';
import { outcomeOfError } from './outcome.ts';
import { settlementOf } from './settlement.ts';
import { SettlementQueue } from './settlement-queue.ts';
import type { WebhookSender } from './webhook-sender.ts';

export interface DeliveryDispatcherOptions extends Omit<AttemptContext, 'places' | 'tracing'> {
  outbox: OutboxStore;
  sender: AttemptContext['sender'] & Pick<WebhookSender, 'close'>;
  /** Makes a span of each request to a webhook (default: none). */
  tracing?: Tracing;
  /** Returns a number in [0, 1) (default: `Math.random`). */
  random?: () => number;
}

/** Duration of a lease in milliseconds of real time: three times the timeout of an attempt. */
const leaseTime = 15_000;

/** Milliseconds of real time before the next attempt to reach a store that is unavailable. */
const unavailablePause = 1000;

/**
 * Milliseconds of real time before the next claim if other processes took the due deliveries, or after a claim
 * if no attempt ends before.
 */
const claimPause = 100;

/**
 * Milliseconds of real time after which a claim considers all connections again, so that busy
 * accounts do not delay others.
 */
const thoroughInterval = 1000;

/** Milliseconds of real time between checks for claims whose lease has expired. */
const expiryInterval = 1000;

/** Maximum milliseconds of real time between checks for deliveries that other processes stored. */
const maxSleep = 30_000;

/**
 * Processes the outbox: claims due deliveries, attempts them, and settles them in batches. Several
 * dispatchers may share one store; a lease gives each delivery to one of them at a time.
 */
export class DeliveryDispatcher {
  readonly #options: DeliveryDispatcherOptions & AttemptContext & { random: () => number };
  /**
   * Deliveries claimed but not settled by this process, by lease token. Event ids are not unique
   * here: a delivery with an expired lease may be claimed again before its first attempt ends.
   */
  readonly #held = new Map<string, ClaimedDelivery>();
  readonly #places = new AttemptPlaces();
  /** Emits `change` after each pass and each settlement. */
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #nextAttempts: NextAttempts;
  readonly #elsewhere: AttemptsElsewhere;
  readonly #settlements: SettlementQueue;
  #pass: Promise<void> | undefined;
  #nextThorough = Number.NEGATIVE_INFINITY;
  #expiryCheckedAt = Number.NEGATIVE_INFINITY;
  #isWoken = false;
  #isStopped = false;
  #timer: Timer | undefined;

  constructor(options: DeliveryDispatcherOptions) {
    const places = this.#places;
    this.#options = { random: Math.random, tracing: noTracing, ...options, places };
    this.#nextAttempts = new NextAttempts(options.outbox, (eventIds) =>
      [...this.#held.values()].some(({ event_id }) => eventIds.has(event_id)),
    );
    this.#elsewhere = new AttemptsElsewhere(options.outbox, options.clock);
    this.#settlements = new SettlementQueue({
      outbox: options.outbox,
      inFlight: () => this.#places.sending,
      onBatch: () => this.wake(),
      onStored: (batch) => {
        for (const each of batch) if (!each.isUnsent) this.#logAttempt(each);
      },
      onEnd: (batch) => this.#release(batch),
      onError: (error) => this.#logUnavailable(error),
    });
  }

  /** Checks for due deliveries now. Call it after storing deliveries. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isWoken = true;
    this.#pass ??= this.#runPass().finally(() => {
      this.#pass = undefined;
      this.#events.emit('change');
      if (this.#isWoken) this.wake();
    });
  }

  /** Resolves when each delivery has had an attempt, after a time limit, or on {@link stop}. */
  async waitForAttempts(eventIds: readonly string[], attempted = 0): Promise<void> {
    if (this.#isStopped) return;
    const waited = this.#nextAttempts.wait(eventIds, attempted);
    this.wake();
    await waited;
  }

  /** Resolves when no delivery is in flight or due now. */
  async idle(): Promise<void> {
    this.wake();
    await this.ended();
  }

  /** Resolves when no delivery is in flight, and none is being claimed. */
  async ended(): Promise<void> {
    while (!this.#isStopped && (this.#pass || this.#held.size > 0))
      await once(this.#events, 'change');
  }

  /** Stops claiming, and resolves when the attempts in flight have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#places.stop();
    this.#settlements.stop();
    await this.#pass;
    const held = new Set([...this.#held.values()].map(({ event_id }) => event_id));
    this.#nextAttempts.releaseAllExcept(held);
    while (this.#held.size > 0) await once(this.#events, 'change');
    await this.#options.sender.close();
  }

  async #runPass(): Promise<void> {
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false;
        await this.#settleExpired();
        // Without a free place, the end of an attempt wakes the dispatcher.
        const claimed = await this.#claimAll();
        if (claimed === undefined) continue;
        // The end of an attempt is likely to wake it before any other delivery is due.
        if (claimed > 0) this.#wakeIn(this.#options.clock.scaled(claimPause));
        else await this.#sleep();
      }
    } catch (error) {
      this.#logUnavailable(error);
      this.#wakeIn(this.#options.clock.scaled(unavailablePause));
    }
  }

  /** Settles claims whose lease has expired, for example after a crash, as interrupted attempts. */
  async #settleExpired(): Promise<void> {
    const { outbox, clock, random } = this.#options;
    const now = clock.now();
    // The clock may be set back.
    if (Math.abs(now - this.#expiryCheckedAt) < clock.scaled(expiryInterval)) return;
    this.#expiryCheckedAt = now;
    const expired = (await outbox.expiredClaims(now)).filter(
      ({ lease_token }) => !this.#held.has(lease_token),
    );
    if (expired.length === 0) return;
    const outcome = outcomeOfError('INTERRUPTED');
    await outbox.settle(expired.map((claim) => settlementOf(claim, outcome, now, random())));
  }

  /** @returns the number of claims; `undefined` if there are no places left for more */
  async #claimAll(): Promise<number | undefined> {
    const { outbox, clock, log } = this.#options;
    let claimed = 0;
    while (!this.#isStopped) {
      const elsewhere = await this.#elsewhere.read(this.#held.values());
      const limits = this.#places.claimLimits(elsewhere);
      if (limits.limit === 0) return undefined;
      const now = clock.now();
      const lease_until = now + clock.scaled(leaseTime);
      const isQuick = performance.now() < this.#nextThorough;
      if (!isQuick) this.#nextThorough = performance.now() + thoroughInterval;
      const claims = await outbox.claim({ now, lease_until, isQuick, ...limits });
      for (const claim of claims) {
        this.#held.set(claim.lease_token, claim);
        this.#places.add(claim);
        void this.#attempt(claim);
      }
      claimed += claims.length;
      if (claims.length > 0) log('debug', 'deliveries claimed', { count: claims.length });
      const isFreed = claims.some((claim) => this.#places.isLookup(claim));
      if (claims.length < limits.limit && !isFreed) return claimed;
    }
    return undefined;
  }

  async #attempt(claim: ClaimedDelivery): Promise<void> {
    const { clock, random } = this.#options;
    const outcome = await attemptDelivery(claim, this.#options);
    this.#places.remove(claim);
    this.#settlements.add(settlementOf(claim, outcome, clock.now(), random()));
  }

  #release(batch: readonly DeliverySettlement[]): void {
    for (const { event_id, lease_token, isUnsent } of batch) {
      this.#held.delete(lease_token);
      if (!isUnsent) this.#nextAttempts.release(event_id);
    }
    this.#events.emit('change');
  }

  #logAttempt({ event_id, lease_token, progress, trace_id: spanned }: DeliverySettlement): void {
    const { status, round, attempts, last_status_code, last_error } = progress;
    const claim = this.#held.get(lease_token);
    const trace_id = spanned ?? (claim && traceOf(claim)?.traceId) ?? traceIdOfEvent(event_id);
    const fields = { event_id, trace_id, status, round, attempts, last_status_code, last_error };
    this.#options.log(status === 'delivered' ? 'info' : 'warn', 'delivery attempted', fields);
  }

  #logUnavailable(error: unknown): void {
    this.#options.log('error', 'outbox unavailable', { reason: errorMessage(error) });
  }

  /** Sets a timer for the next due delivery, or for those that the last claims did not consider. */
  async #sleep(): Promise<void> {
    const { outbox, clock } = this.#options;
    const max = clock.scaled(maxSleep);
    const due = await outbox.nextDue();
    const wait = due === undefined ? max : due - clock.now();
    if (wait > 0) this.#wakeIn(Math.min(wait, max));
    else this.#wakeIn(clock.scaled(this.#places.isEmpty ? claimPause : thoroughInterval));
  }

  #wakeIn(milliseconds: number): void {
    this.#timer?.cancel();
    if (this.#isStopped) return;
    this.#timer = this.#options.clock.setTimer(milliseconds, () => this.wake());
  }
}
