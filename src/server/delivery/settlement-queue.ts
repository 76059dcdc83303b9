import { setImmediate } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliverySettlement, OutboxStore } from '../store/store.ts';

/**
 * Maximum milliseconds of real time for which settlements, and the next claim, wait for more attempts to
 * end, so that a transaction has many of them.
 */
const maxBatchDelay = 12;

/** Milliseconds of real time before another attempt to store a batch. */
const retryPause = 1000;

interface SettlementQueueOptions {
  outbox: Pick<OutboxStore, 'settle'>;
  /** The number of attempts in flight, whose settlements will be added. */
  inFlight(): number;
  /** Called when a batch is being stored: later claims see its settlements. */
  onBatch(): void;
  /** Called when a batch is stored. */
  onStored(batch: readonly DeliverySettlement[]): void;
  /** Called when a batch is stored, or was given up because the queue was stopped. */
  onEnd(batch: readonly DeliverySettlement[]): void;
  /** Called each time a batch could not be stored. */
  onError(error: unknown): void;
}

/** Stores settlements in batches, one after the other. */
export class SettlementQueue {
  readonly #options: SettlementQueueOptions;
  #settlements: DeliverySettlement[] = [];
  #isStoring = false;
  #isStopped = false;

  constructor(options: SettlementQueueOptions) {
    this.#options = options;
  }

  add(settlement: DeliverySettlement): void {
    this.#settlements.push(settlement);
    if (!this.#isStoring) void this.#storeAll();
  }

  /** Stops waiting for larger batches, and retrying those that cannot be stored: their leases expire. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Stores settlements until none are left. */
  async #storeAll(): Promise<void> {
    const { onBatch, onEnd } = this.#options;
    this.#isStoring = true;
    while (this.#settlements.length > 0) {
      await this.#moreSettlements();
      const batch = this.#settlements;
      this.#settlements = [];
      const stored = this.#store(batch);
      onBatch();
      await stored;
      onEnd(batch);
    }
    this.#isStoring = false;
  }

  /** Resolves when as many attempts have ended as are in flight, or soon. */
  async #moreSettlements(): Promise<void> {
    const deadline = performance.now() + maxBatchDelay;
    await new Promise(setImmediate);
    while (
      this.#settlements.length < this.#options.inFlight() &&
      performance.now() < deadline &&
      !this.#isStopped
    ) {
      await pause(2);
    }
  }

  async #store(batch: readonly DeliverySettlement[]): Promise<void> {
    const { outbox, onBatch, onStored, onError } = this.#options;
    for (let failures = 0; ; failures += 1) {
      try {
        await outbox.settle(batch);
        onStored(batch);
        if (failures > 0) onBatch();
        return;
      } catch (error) {
        onError(error);
        if (this.#isStopped) return;
        await pause(retryPause);
      }
    }
  }
}
