import type { Log } from '../../node/log.ts';
import { signedHeaders } from '../../webhooks/signed-headers.ts';
import type { Clock, Timer } from '../clock.ts';
import type { ClaimedDelivery, DeliverySettlement, OutboxStore } from '../store/store.ts';
import { FirstAttempts } from './first-attempts.ts';
import { eventBody } from './new-delivery.ts';
import { type AttemptOutcome, outcomeOfError } from './outcome.ts';
import { settlement } from './settlement.ts';
import { stopReason } from './stop-reason.ts';
import type { WebhookSender } from './webhook-sender.ts';

export interface DeliveryDispatcherOptions {
  outbox: OutboxStore;
  sender: Pick<WebhookSender, 'send' | 'close'>;
  clock: Clock;
  log: Log;
  /** Attempts in flight at the most, in all and for each connection. */
  maxInFlight?: number;
  maxPerConnection?: number;
  /** In [0, 1). */
  random?: () => number;
}

/** Real milliseconds after which a claim may be taken by another: three whole attempts. */
const leaseTime = 15_000;

/** Real milliseconds until a store that was away is asked again. */
const storePause = 1000;

/** Real milliseconds until another look at what is due where others were quicker to claim it. */
const contentionPause = 100;

/** Real milliseconds after which the outbox is looked at for what another process left behind. */
const longestSleep = 30_000;

/**
 * Empties the outbox: claims what is due, makes the attempts, settles them in batches. Several may
 * work on one store; each event is held by one of them at a time.
 */
export class DeliveryDispatcher {
  readonly #options: Required<DeliveryDispatcherOptions>;
  /**
   * Claimed here, until what became of them is stored. By lease: the same event may be claimed anew
   * before that, or by one that slept past its own.
   */
  readonly #held = new Map<string, ClaimedDelivery>();
  /** Those whose attempt is being made. */
  readonly #inFlight = new Set<ClaimedDelivery>();
  readonly #watchers = new Set<() => void>();
  readonly #firstAttempts: FirstAttempts;
  #settlements: DeliverySettlement[] = [];
  #pass: Promise<void> | undefined;
  #settling = false;
  #again = false;
  #stopped = false;
  #timer: Timer | undefined;

  constructor(options: DeliveryDispatcherOptions) {
    this.#options = { maxInFlight: 64, maxPerConnection: 8, random: Math.random, ...options };
    this.#firstAttempts = new FirstAttempts(options.outbox, (eventIds) =>
      [...this.#held.values()].some(({ event_id }) => eventIds.has(event_id)),
    );
  }

  /** Looks for due events now. Called after events were saved, and by its own timer. */
  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#pass ??= this.#work().finally(() => {
      this.#pass = undefined;
      this.#tell();
      if (this.#again) this.wake();
    });
  }

  /** Resolves when each of the events has had an attempt, or none will come here in its time. */
  async firstAttempts(eventIds: readonly string[]): Promise<void> {
    if (this.#stopped) return;
    const attempted = this.#firstAttempts.at(eventIds);
    this.wake();
    await attempted;
  }

  /** Resolves when nothing is in flight and nothing more is due at this moment. */
  async idle(): Promise<void> {
    this.wake();
    while (!this.#stopped && (this.#pass || this.#held.size > 0)) await this.#change();
  }

  /** Claims nothing more and resolves when the attempts in flight have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#pass;
    const trying = new Set([...this.#held.values()].map(({ event_id }) => event_id));
    this.#firstAttempts.giveUpBut(trying);
    while (this.#held.size > 0) await this.#change();
    await this.#options.sender.close();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#watchers.add(resolve);
    });
  }

  #tell(): void {
    const watchers = [...this.#watchers];
    this.#watchers.clear();
    for (const resolve of watchers) resolve();
  }

  async #work(): Promise<void> {
    const { clock, log } = this.#options;
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        await this.#endLapsed();
        // Where there is no room for more, the end of an attempt wakes us.
        if (await this.#claim()) await this.#sleep();
      }
    } catch (error) {
      log('error', 'outbox unavailable', {
        reason: error instanceof Error ? error.message : error,
      });
      this.#wakeIn(clock.during(storePause));
    }
  }

  /** Attempts that a crash cut off, here or elsewhere, count as failed. */
  async #endLapsed(): Promise<void> {
    const { outbox, clock, random } = this.#options;
    const now = clock.now();
    const lapsed = (await outbox.lapsed(now)).filter(
      ({ lease_token }) => !this.#held.has(lease_token),
    );
    if (lapsed.length === 0) return;
    const outcome = outcomeOfError('INTERRUPTED');
    await outbox.settle(lapsed.map((each) => settlement(each, outcome, now, random())));
  }

  /** @returns whether there is room left */
  async #claim(): Promise<boolean> {
    const { outbox, clock, maxInFlight, maxPerConnection } = this.#options;
    const limit = maxInFlight - this.#inFlight.size;
    if (limit <= 0 || this.#stopped) return false;
    const now = clock.now();
    const claims = await outbox.claim({
      now,
      lease_until: now + clock.during(leaseTime),
      limit,
      per_channel: maxPerConnection,
      in_flight: this.#inFlightByChannel(),
    });
    for (const claim of claims) {
      this.#held.set(claim.lease_token, claim);
      this.#inFlight.add(claim);
      void this.#attempt(claim);
    }
    return claims.length < limit;
  }

  #inFlightByChannel(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { channel_id } of this.#inFlight) {
      counts.set(channel_id, (counts.get(channel_id) ?? 0) + 1);
    }
    return counts;
  }

  async #attempt(claim: ClaimedDelivery): Promise<void> {
    const { clock, random } = this.#options;
    const outcome = await this.#outcomeOf(claim);
    this.#inFlight.delete(claim);
    this.#settlements.push(settlement(claim, outcome, clock.now(), random()));
    if (!this.#settling) void this.#settle();
  }

  async #outcomeOf(claim: ClaimedDelivery): Promise<AttemptOutcome> {
    const { channel, event_id } = claim;
    const reason = stopReason(claim);
    if (reason !== undefined || !channel) {
      return { kind: 'stopped', status_code: null, error: reason ?? null };
    }
    const body = eventBody(claim);
    // Signed by real time even where the schedule is not: the receiver's clock is real.
    const headers = signedHeaders({ body, eventId: event_id, secrets: channel.signing_secret });
    return this.#options.sender.send({ url: channel.webhook_url, headers, body });
  }

  /** Stores what has ended since the last time, together with the next claim, until nothing is left. */
  async #settle(): Promise<void> {
    this.#settling = true;
    await new Promise(setImmediate);
    while (this.#settlements.length > 0) {
      const batch = this.#settlements;
      this.#settlements = [];
      const stored = this.#store(batch);
      this.wake();
      await stored;
      for (const { event_id, lease_token } of batch) {
        this.#held.delete(lease_token);
        this.#firstAttempts.ended(event_id);
      }
      this.#tell();
    }
    this.#settling = false;
  }

  /** A store that is away gets the batch again; if this process ends first, the leases run out. */
  async #store(batch: readonly DeliverySettlement[]): Promise<void> {
    const { outbox, log } = this.#options;
    try {
      await outbox.settle(batch);
      for (const each of batch) this.#report(each);
    } catch (error) {
      log('error', 'outbox unavailable', {
        reason: error instanceof Error ? error.message : error,
      });
      if (this.#stopped) return;
      await new Promise((resolve) => setTimeout(resolve, storePause));
      await this.#store(batch);
      this.wake();
    }
  }

  #report({ event_id, progress }: DeliverySettlement): void {
    const { status, round, attempts, last_status_code, last_error } = progress;
    const fields = { event_id, status, round, attempts, last_status_code, last_error };
    this.#options.log(status === 'delivered' ? 'info' : 'warn', 'delivery attempted', fields);
  }

  /** Sets the timer for what comes due next. What is due already waits for room, which wakes us. */
  async #sleep(): Promise<void> {
    const { outbox, clock } = this.#options;
    const longest = clock.during(longestSleep);
    const due = await outbox.nextDue();
    const wait = due === undefined ? longest : due - clock.now();
    if (wait > 0) this.#wakeIn(Math.min(wait, longest));
    else if (this.#inFlight.size === 0) this.#wakeIn(clock.during(contentionPause));
  }

  #wakeIn(milliseconds: number): void {
    this.#timer?.cancel();
    if (!this.#stopped) this.#timer = this.#options.clock.setTimer(milliseconds, () => this.wake());
  }
}
