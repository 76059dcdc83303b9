/**
 * Milliseconds. An alert that is older than the newest seen one by at most this can still be new:
 * `created_at` is set before an alert is stored, and alerts may be stored out of order.
 */
const overlap = 60_000;

/** The fields of an alert that a cursor depends on. */
export interface AlertRef {
  id: string;
  /** RFC 3339. */
  created_at: string;
}

/** A position in the list of alerts: those from `since` on are new, except the seen ones. */
export interface CursorPosition {
  /** RFC 3339; `null` if there was no alert yet. */
  since: string | null;
  /** The alerts from `since` on that were seen. */
  seen: readonly AlertRef[];
}

/** Tracks which alerts are new. Alerts are marked as seen from oldest to newest. */
export class AlertCursor {
  #since: string | null;
  readonly #seen: Map<string, AlertRef>;

  constructor({ since, seen }: CursorPosition) {
    this.#since = since;
    this.#seen = new Map(seen.map((ref) => [ref.id, ref]));
  }

  /** @param newestFirst the newest alerts, which all count as seen */
  static after(newestFirst: readonly AlertRef[]): AlertCursor {
    const since = newestFirst[0]?.created_at ?? null;
    return new AlertCursor({ since, seen: newestFirst.filter((ref) => !isBefore(ref, since)) });
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
    // `since` only moves forward. If it is null, there was no alert at the start: all are new.
    if (this.#since !== null && Date.parse(since) <= Date.parse(this.#since)) return;
    this.#since = since;
    for (const known of this.#seen.values()) {
      if (isBefore(known, since)) this.#seen.delete(known.id);
    }
  }
}

export function isBefore(
  { created_at }: Pick<AlertRef, 'created_at'>,
  bound: string | null,
): boolean {
  return bound !== null && Date.parse(created_at) < Date.parse(bound);
}
