import type { Clock } from '../clock.ts';
import type { ClaimedDelivery, LeasedCount, OutboxStore } from '../store/store.ts';

/** Milliseconds of real time for which the counts are not read again. */
const maxAge = 250;

/** The attempts in flight of other processes, so that all processes together spare an endpoint. */
export class AttemptsElsewhere {
  readonly #outbox: Pick<OutboxStore, 'leased'>;
  readonly #clock: Clock;
  #counts: readonly LeasedCount[] = [];
  #nextRead = Number.NEGATIVE_INFINITY;

  constructor(outbox: Pick<OutboxStore, 'leased'>, clock: Clock) {
    this.#outbox = outbox;
    this.#clock = clock;
  }

  /**
   * The counts, at most {@link maxAge} old.
   *
   * @param held the deliveries that this process has claimed; it must claim no others meanwhile
   */
  async read(held: Iterable<ClaimedDelivery>): Promise<readonly LeasedCount[]> {
    if (performance.now() < this.#nextRead) return this.#counts;
    // Counted before the query, because attempts may end during it.
    const own = new Map<string, number>();
    for (const { channel_id } of held) own.set(channel_id, (own.get(channel_id) ?? 0) + 1);
    this.#counts = (await this.#outbox.leased(this.#clock.now())).flatMap(({ count, ...each }) => {
      const others = count - (own.get(each.channel_id) ?? 0);
      return others > 0 ? [{ ...each, count: others }] : [];
    });
    this.#nextRead = performance.now() + maxAge;
    return this.#counts;
  }
}
