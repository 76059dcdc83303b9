import type { MemoryContents } from '../store/store.ts';
import type { DeliveryAttempt } from './delivery-attempt.ts';
import type { Fault } from './fault.ts';
import type { JournalContents } from './journal.ts';
import type { JournaledRequest } from './journaled-request.ts';

/** A snapshot cannot be made or restored. The message says why. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

interface SnapshotState {
  contents: MemoryContents;
  /** The API key of the server, if it is known. */
  apiKey: string | undefined;
  /** Of a manual clock, in milliseconds since the epoch. */
  time: number | undefined;
  faults: readonly Fault[];
  requests: JournalContents<JournaledRequest>;
  deliveryAttempts: JournalContents<DeliveryAttempt>;
}

declare const brand: unique symbol;

/**
 * The state of a server with its store in memory. It can be restored any number of times, also by
 * another server of the same process.
 */
export interface Snapshot {
  /** Only `snapshot()` makes one. */
  readonly [brand]: true;
}

const states = new WeakMap<object, SnapshotState>();

export function newSnapshot(state: SnapshotState): Snapshot {
  const snapshot = Object.freeze({}) as Snapshot;
  states.set(snapshot, state);
  return snapshot;
}

/** @throws {SnapshotError} if the value is not a snapshot */
export function stateOf(snapshot: Snapshot): SnapshotState {
  const state = Object(snapshot) === snapshot ? states.get(snapshot) : undefined;
  if (state) return state;
  throw new SnapshotError('restore() needs what snapshot() returned');
}
