import { maxLimit } from '../../contract/shared-fields.ts';
import { LoopDetector } from '../loop-detector.ts';
import { type DeliveryState, DeliveryTracker } from './delivery-tracker.ts';
import { keepPolling, type PollOptions, untilNextPoll } from './keep-polling.ts';

/** Reads one page of deliveries, with the cursor of the next one. */
type ReadDeliveries<Delivery> = (input: { limit: number; cursor?: string }) => Promise<{
  deliveries: readonly Delivery[];
  next: string | undefined;
}>;

/**
 * Polls for deliveries and yields each one when it is new, and again whenever its status or its number
 * of attempts has changed. Ends when the signal is aborted.
 *
 * @param since RFC 3339 (default: what the first poll lists is not new)
 * @throws the first error that a retry cannot fix
 */
export async function* followDeliveries<Delivery extends DeliveryState>(
  read: ReadDeliveries<Delivery>,
  since: string | undefined,
  options: PollOptions,
): AsyncGenerator<Delivery, void, undefined> {
  const tracker = new DeliveryTracker(since === undefined ? undefined : Date.parse(since));
  while (!options.signal?.aborted) {
    tracker.startPoll();
    yield* changesOf(tracker, read, options);
    tracker.endPoll();
    await untilNextPoll(options);
  }
}

/** Reads pages until the rest of the list has nothing new. */
async function* changesOf<Delivery extends DeliveryState>(
  tracker: DeliveryTracker,
  read: ReadDeliveries<Delivery>,
  options: PollOptions,
): AsyncGenerator<Delivery, void, undefined> {
  const loops = new LoopDetector();
  for (let cursor: string | undefined; ; ) {
    const input = { limit: maxLimit, ...(cursor === undefined ? {} : { cursor }) };
    const page = await keepPolling(() => read(input), options);
    if (page === undefined) return;
    for (const delivery of page.deliveries) if (tracker.isChanged(delivery)) yield delivery;
    const last = page.deliveries.at(-1);
    cursor = page.next;
    if (last === undefined || cursor === undefined || loops.hasSeen(cursor)) return;
    if (tracker.isRestKnown(last)) return;
  }
}
