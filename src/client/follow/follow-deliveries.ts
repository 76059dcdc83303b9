import { maxLimit } from '../../contract/shared-fields.ts';
import { LoopDetector } from '../loop-detector.ts';
import { type DeliveryState, DeliveryTracker } from './delivery-tracker.ts';
import type { Poller } from './poller.ts';

/** Reads one page of deliveries, with the cursor of the next one. */
type ReadDeliveries<Delivery> = (
  input: { limit: number; cursor?: string },
  retries: number | undefined,
) => Promise<{
  deliveries: readonly Delivery[];
  next: string | undefined;
}>;

/**
 * Polls for deliveries and yields each one when it is new, and again whenever its status or its number
 * of attempts has changed. Ends when the signal is aborted.
 *
 * @param since RFC 3339 (default: what the first poll lists is not new)
 * @throws the error of the first call, later the first that a retry cannot fix
 */
export async function* followDeliveries<Delivery extends DeliveryState>(
  read: ReadDeliveries<Delivery>,
  since: string | undefined,
  poller: Poller,
): AsyncGenerator<Delivery, void, undefined> {
  const tracker = new DeliveryTracker(since === undefined ? undefined : Date.parse(since));
  while (!poller.isAborted) {
    tracker.startPoll();
    yield* changesOf(tracker, read, poller);
    tracker.endPoll();
    await poller.pause();
  }
}

/** Reads pages until the rest of the list has nothing new. */
async function* changesOf<Delivery extends DeliveryState>(
  tracker: DeliveryTracker,
  read: ReadDeliveries<Delivery>,
  poller: Poller,
): AsyncGenerator<Delivery, void, undefined> {
  const loops = new LoopDetector();
  for (let cursor: string | undefined; ; ) {
    const input = { limit: maxLimit, ...(cursor === undefined ? {} : { cursor }) };
    const page = await poller.poll((retries) => read(input, retries));
    if (page === undefined) return;
    for (const delivery of page.deliveries) if (tracker.isChanged(delivery)) yield delivery;
    const last = page.deliveries.at(-1);
    cursor = page.next;
    if (last === undefined || cursor === undefined || loops.hasSeen(cursor)) return;
    if (tracker.isRestKnown(last)) return;
  }
}
