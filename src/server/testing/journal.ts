import { similarName } from '../../contract/did-you-mean.ts';
import { shorten } from '../../contract/shorten.ts';

/** What a test asserts on: a bounded list, oldest entry first. */
export interface Journal<Entry extends object> {
  /**
   * Returns copies of the entries, oldest first.
   *
   * @param filter values that the fields of an entry must have, such as `{ status: 429 }`
   * @throws {TypeError} if an entry has no such field
   */
  list(filter?: Partial<Entry>): Entry[];
  /** The number of entries that were dropped, because there are newer ones. */
  readonly dropped: number;
  /** Removes all entries. */
  clear(): void;
}

interface Kept<Entry> {
  entry: Entry;
  bytes: number;
}

/** A copy of all entries. */
export interface JournalContents<Entry> {
  readonly kept: readonly Kept<Entry>[];
  readonly dropped: number;
}

/** Maximum size of all entries of a journal, in bytes of their JSON. */
const maxBytes = 16 * 1024 * 1024;

/** A {@link Journal} that the server writes to. */
export class WritableJournal<Entry extends object> implements Journal<Entry> {
  readonly #fields: readonly (keyof Entry)[];
  readonly #maxEntries: number;
  #kept: Kept<Entry>[] = [];
  #bytes = 0;
  #dropped = 0;

  /**
   * @param fields the names of all fields of an entry
   * @param maxEntries 0 if nothing is recorded
   */
  constructor(fields: readonly (keyof Entry)[], maxEntries: number) {
    this.#fields = fields;
    this.#maxEntries = maxEntries;
  }

  get isRecording(): boolean {
    return this.#maxEntries > 0;
  }

  get dropped(): number {
    return this.#dropped;
  }

  list(filter: Partial<Entry> = {}): Entry[] {
    const wanted = Object.keys(filter) as (keyof Entry)[];
    for (const name of wanted) {
      if (this.#fields.includes(name)) continue;
      throw unknownField(String(name), this.#fields.map(String));
    }
    return this.#kept
      .filter(({ entry }) => wanted.every((name) => entry[name] === filter[name]))
      .map(({ entry }) => structuredClone(entry));
  }

  clear(): void {
    this.#kept = [];
    this.#bytes = 0;
    this.#dropped = 0;
  }

  /**
   * Records an entry. The caller may set its scalar fields later.
   *
   * @param bytes the size of its JSON, about
   */
  add(entry: Entry, bytes: number): void {
    if (!this.isRecording) return;
    this.#kept.push({ entry, bytes });
    this.#bytes += bytes;
    while (this.#kept.length > this.#maxEntries || this.#bytes > maxBytes) {
      this.#bytes -= this.#kept.shift()?.bytes ?? 0;
      this.#dropped += 1;
    }
  }

  contents(): JournalContents<Entry> {
    return { kept: structuredClone(this.#kept), dropped: this.#dropped };
  }

  restore(contents: JournalContents<Entry>): void {
    this.#kept = structuredClone([...contents.kept]);
    this.#bytes = this.#kept.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#dropped = contents.dropped;
  }
}

function unknownField(name: string, known: readonly string[]): TypeError {
  const similar = similarName(name, known);
  const hint = similar ? `did you mean ${similar}?` : `choose from ${known.join(', ')}`;
  return new TypeError(`entries have no field ${JSON.stringify(shorten(name))}; ${hint}`);
}
