/**
 * Milliseconds before the newest alert taken in which another may still turn up: an alert has its
 * time before it is stored, and two may be stored the other way round.
 */
const overlap = 60_000;

/** What of an alert the cursor goes by. */
export interface AlertStamp {
  id: string;
  /** RFC 3339. */
  created_at: string;
}

/** A place in the list of alerts: all that came at `since` or later is new, but for what was taken. */
export interface CursorPosition {
  /** RFC 3339; `null` before the first alert of all. */
  since: string | null;
  /** What was taken of the alerts that came at `since` or later. */
  taken: readonly AlertStamp[];
}

/** Moves through the list of alerts, oldest first. */
export class AlertCursor {
  #since: string | null;
  readonly #taken: Map<string, AlertStamp>;

  constructor({ since, taken }: CursorPosition) {
    this.#since = since;
    this.#taken = new Map(taken.map((stamp) => [stamp.id, stamp]));
  }

  /** After the newest of these, which are all the newest there are. */
  static after(newestFirst: readonly AlertStamp[]): AlertCursor {
    const since = newestFirst[0]?.created_at ?? null;
    return new AlertCursor({
      since,
      taken: newestFirst.filter((stamp) => !isBefore(stamp, since)),
    });
  }

  get place(): CursorPosition {
    const taken = [...this.#taken.values()].map(({ id, created_at }) => ({ id, created_at }));
    return { since: this.#since, taken };
  }

  hasTaken(id: string): boolean {
    return this.#taken.has(id);
  }

  take(stamp: AlertStamp): void {
    this.#taken.set(stamp.id, stamp);
    const since = new Date(Date.parse(stamp.created_at) - overlap).toISOString();
    // Without a bound there was no alert before the first: one that turns up late is new as well.
    if (this.#since !== null && Date.parse(since) <= Date.parse(this.#since)) return;
    this.#since = since;
    for (const known of this.#taken.values()) {
      if (isBefore(known, since)) this.#taken.delete(known.id);
    }
  }
}

function isBefore({ created_at }: AlertStamp, bound: string | null): boolean {
  return bound !== null && Date.parse(created_at) < Date.parse(bound);
}
