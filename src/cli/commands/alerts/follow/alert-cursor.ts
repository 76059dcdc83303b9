/**
 * Milliseconds before the newest alert taken in which another may still turn up: an alert has its
 * time before it is stored, and two may be stored the other way round.
 */
const overlap = 60_000;

/** What of an alert the cursor goes by. */
export interface AlertRef {
  id: string;
  /** RFC 3339. */
  created_at: string;
}

/** A place in the list of alerts: all that came at `since` or later is new, but for what was taken. */
export interface CursorPosition {
  /** RFC 3339; `null` before the first alert of all. */
  since: string | null;
  /** What was taken of the alerts that came at `since` or later. */
  seen: readonly AlertRef[];
}

/** Moves through the list of alerts, oldest first. */
export class AlertCursor {
  #since: string | null;
  readonly #seen: Map<string, AlertRef>;

  constructor({ since, seen }: CursorPosition) {
    this.#since = since;
    this.#seen = new Map(seen.map((ref) => [ref.id, ref]));
  }

  /** After the newest of these, which are all the newest there are. */
  static after(newestFirst: readonly AlertRef[]): AlertCursor {
    const since = newestFirst[0]?.created_at ?? null;
    return new AlertCursor({
      since,
      seen: newestFirst.filter((ref) => !isBefore(ref, since)),
    });
  }

  get position(): CursorPosition {
    const seen = [...this.#seen.values()].map(({ id, created_at }) => ({ id, created_at }));
    return { since: this.#since, seen };
  }

  hasSeen(id: string): boolean {
    return this.#seen.has(id);
  }

  markSeen(ref: AlertRef): void {
    this.#seen.set(ref.id, ref);
    const since = new Date(Date.parse(ref.created_at) - overlap).toISOString();
    // Without a bound there was no alert before the first: one that turns up late is new as well.
    if (this.#since !== null && Date.parse(since) <= Date.parse(this.#since)) return;
    this.#since = since;
    for (const known of this.#seen.values()) {
      if (isBefore(known, since)) this.#seen.delete(known.id);
    }
  }
}

function isBefore({ created_at }: AlertRef, bound: string | null): boolean {
  return bound !== null && Date.parse(created_at) < Date.parse(bound);
}
