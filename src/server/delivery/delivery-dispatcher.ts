import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { errorMessage } from '../../node/error-message.ts';
import type { Log } from '../../node/log.ts';
import { signedHeadersSync } from '../../webhooks/sync/signed-headers-sync.ts';
import type { Clock, Timer } from '../clock.ts';
import type { ClaimedDelivery, DeliverySettlement, OutboxStore } from '../store/store.ts';
import { AttemptPlaces } from './attempt-places.ts';
import { eventBody } from './event.ts';
import { FirstAttempts } from './first-attempts.ts';
import { type AttemptOutcome, outcomeOfError } from './outcome.ts';
import { settlementOf } from './settlement.ts';
import { signingSecrets } from './signing-secrets.ts';
import { stopReason } from './stop-reason.ts';
import type { WebhookSender } from './webhook-sender.ts';

export interface DeliveryDispatcherOptions {
  outbox: OutboxStore;
  sender: Pick<WebhookSender, 'lookUp' | 'send' | 'close'>;
  clock: Clock;
  log: Log;
  /** Returns a number in [0, 1) (default: `Math.random`). */
  random?: () => number;
  /** Called after each request to a webhook. */
  onAttempt?: (
    claim: ClaimedDelivery,
    attempt: { body: string; outcome: AttemptOutcome; now: number },
  ) => void;
}

/** Duration of a lease in milliseconds of real time: three times the timeout of an attempt. */
const leaseTime = 15_000;

/** Milliseconds of real time before the next attempt to reach a store that is unavailable. */
const unavailablePause = 1000;

/** Milliseconds of real time before the next claim if other processes took the due deliveries. */
const contentionPause = 100;

/**
 * Milliseconds of real time after which a claim considers all connections again, so that busy
 * accounts do not delay others.
 */
const thoroughInterval = 1000;

/** Maximum milliseconds of real time between checks for deliveries that other processes stored. */
const maxSleep = 30_000;

/**
 * Processes the outbox: claims due deliveries, attempts them, and settles them in batches. Several
 * dispatchers may share one store; a lease gives each delivery to one of them at a time.
 */
export class DeliveryDispatcher {
  readonly #options: DeliveryDispatcherOptions & { random: () => number };
  /**
   * Deliveries claimed but not settled by this process, by lease token. Event ids are not unique
   * here: a delivery with an expired lease may be claimed again before its first attempt ends.
   */
  readonly #held = new Map<string, ClaimedDelivery>();
  readonly #places = new AttemptPlaces();
  /** Emits `change` after each pass and each settlement. */
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #firstAttempts: FirstAttempts;
  #settlements: DeliverySettlement[] = [];
  #pass: Promise<void> | undefined;
  #isSettling = false;
  #nextThorough = Number.NEGATIVE_INFINITY;
  #isWoken = false;
  #isStopped = false;
  #timer: Timer | undefined;

  constructor(options: DeliveryDispatcherOptions) {
    this.#options = { random: Math.random, ...options };
    this.#firstAttempts = new FirstAttempts(options.outbox, (eventIds) =>
      [...this.#held.values()].some(({ event_id }) => eventIds.has(event_id)),
    );
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
  async waitForFirstAttempts(eventIds: readonly string[]): Promise<void> {
    if (this.#isStopped) return;
    const attempted = this.#firstAttempts.wait(eventIds);
    this.wake();
    await attempted;
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
    await this.#pass;
    const held = new Set([...this.#held.values()].map(({ event_id }) => event_id));
    this.#firstAttempts.releaseAllExcept(held);
    while (this.#held.size > 0) await once(this.#events, 'change');
    await this.#options.sender.close();
  }

  async #runPass(): Promise<void> {
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false;
        await this.#settleExpired();
        // Without a free place, the end of an attempt wakes the dispatcher.
        if (await this.#claimAll()) await this.#sleep();
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
    const expired = (await outbox.expiredClaims(now)).filter(
      ({ lease_token }) => !this.#held.has(lease_token),
    );
    if (expired.length === 0) return;
    const outcome = outcomeOfError('INTERRUPTED');
    await outbox.settle(expired.map((claim) => settlementOf(claim, outcome, now, random())));
  }

  /** @returns whether there are places left, because no more deliveries can be claimed */
  async #claimAll(): Promise<boolean> {
    const { outbox, clock } = this.#options;
    while (!this.#isStopped) {
      const limits = this.#places.claimLimits();
      if (limits.limit === 0) return false;
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
      const isFreed = claims.some((claim) => this.#places.isLookup(claim));
      if (claims.length < limits.limit && !isFreed) return true;
    }
    return false;
  }

  async #attempt(claim: ClaimedDelivery): Promise<void> {
    const { clock, random } = this.#options;
    const outcome = await this.#send(claim);
    this.#places.remove(claim);
    this.#settlements.push(settlementOf(claim, outcome, clock.now(), random()));
    if (!this.#isSettling) void this.#settleAll();
  }

  async #send(claim: ClaimedDelivery): Promise<AttemptOutcome> {
    const { outbox, sender } = this.#options;
    const { connection } = claim;
    const isLive = connection !== undefined && !stoppedOutcome(claim);
    const lookup = isLive ? sender.lookUp(connection.webhook_url) : undefined;
    if (!lookup) return this.#sendNow(claim);
    if (!(await this.#places.duringLookup(claim, lookup))) return unsent;
    // The connection may have been disabled during the lookup.
    const current = await outbox.reread(claim).catch(() => undefined);
    return current ? this.#sendNow(current, await lookup) : unsent;
  }

  /** @param elapsed milliseconds of the timeout that the lookup has taken */
  async #sendNow(claim: ClaimedDelivery, elapsed = 0): Promise<AttemptOutcome> {
    const { clock, log, sender, onAttempt } = this.#options;
    const { connection, event_id } = claim;
    const stopped = stoppedOutcome(claim);
    if (stopped || !connection) return stopped ?? unsent;
    if (connection.signing_secret === undefined) {
      const { id, secret_error } = connection;
      log('error', 'signing secret unreadable', { channel_id: id, reason: secret_error });
      return outcomeOfError('SECRET_UNREADABLE');
    }
    const body = eventBody(claim);
    // Signed with real time, because receivers compare the timestamp with their own clock.
    const secrets = signingSecrets(connection, clock.now());
    const headers = signedHeadersSync({ body, eventId: event_id, secrets, now: clock.realNow() });
    const url = connection.webhook_url;
    const outcome = await sender.send({ url, headers, body, elapsed });
    onAttempt?.(claim, { body, outcome, now: clock.now() });
    return outcome;
  }

  /** Stores settlements in batches until none are left. Claims continue in the meantime. */
  async #settleAll(): Promise<void> {
    this.#isSettling = true;
    await new Promise(setImmediate);
    while (this.#settlements.length > 0) {
      const batch = this.#settlements;
      this.#settlements = [];
      const stored = this.#store(batch);
      this.wake();
      await stored;
      for (const { event_id, lease_token, isUnsent } of batch) {
        this.#held.delete(lease_token);
        if (!isUnsent) this.#firstAttempts.release(event_id);
      }
      this.#events.emit('change');
    }
    this.#isSettling = false;
  }

  /** Retries until the batch is stored. If the dispatcher stops first, the leases expire. */
  async #store(batch: readonly DeliverySettlement[]): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        await this.#options.outbox.settle(batch);
        for (const each of batch) if (!each.isUnsent) this.#logAttempt(each);
        if (failures > 0) this.wake();
        return;
      } catch (error) {
        this.#logUnavailable(error);
        if (this.#isStopped) return;
        await pause(unavailablePause);
      }
    }
  }

  #logAttempt({ event_id, progress }: DeliverySettlement): void {
    const { status, round, attempts, last_status_code, last_error } = progress;
    const fields = { event_id, status, round, attempts, last_status_code, last_error };
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
    else this.#wakeIn(clock.scaled(this.#places.isEmpty ? contentionPause : thoroughInterval));
  }

  #wakeIn(milliseconds: number): void {
    this.#timer?.cancel();
    if (this.#isStopped) return;
    this.#timer = this.#options.clock.setTimer(milliseconds, () => this.wake());
  }
}

const unsent: AttemptOutcome = { kind: 'unsent', status_code: null, error: null };

/** The outcome of a delivery that must not be attempted; `undefined` if it may be. */
function stoppedOutcome(claim: ClaimedDelivery): AttemptOutcome | undefined {
  const error = claim.status === 'stopped' ? claim.last_error : stopReason(claim);
  return error ? { kind: 'stopped', status_code: null, error } : undefined;
}
