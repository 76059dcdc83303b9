import { type DeliveryAttempt, deliveryAttemptFields } from './delivery-attempt.ts';
import { WritableJournal } from './journal.ts';
import { type JournaledRequest, journaledRequestFields } from './journaled-request.ts';

const defaultEntries = 1000;
const maxEntries = 100_000;

/** @throws {RangeError} if the number of entries is not valid */
export function createJournals(entries = defaultEntries) {
  if (!Number.isSafeInteger(entries) || entries < 0 || entries > maxEntries) {
    throw new RangeError(`journal must be a whole number from 0 to ${maxEntries}, not ${entries}`);
  }
  return {
    requests: new WritableJournal<JournaledRequest>(journaledRequestFields, entries),
    deliveryAttempts: new WritableJournal<DeliveryAttempt>(deliveryAttemptFields, entries),
  };
}

export type Journals = ReturnType<typeof createJournals>;
