import { setImmediate } from 'node:timers';

/** Milliseconds of work in one turn of the event loop. */
const maxTurn = 5;

/**
 * Shares the event loop between long computations: together they run for {@link maxTurn} milliseconds
 * in each of its turns, however many there are. Those that wait continue one per turn, and the groups
 * they belong to, such as accounts, take turns.
 */
export class Turns {
  readonly #now: () => number;
  /** When the work of the current turn began; `undefined` if there was none. */
  #began: number | undefined;
  /** What continues the waiting computations, by group. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** @param now a monotonic time in milliseconds (default: `performance.now`) */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Starts the current turn, unless other work has. Call it before a computation. */
  begin(): void {
    if (this.#began !== undefined) return;
    this.#began = this.#now();
    setImmediate(() => this.#nextTurn());
  }

  /** Whether the current turn is over, or none has begun: then computations call `next()`. */
  get isOver(): boolean {
    return this.#began === undefined || this.#now() - this.#began >= maxTurn;
  }

  /** Resolves when the group may compute: at once, or in a later turn if the current one is over. */
  async next(group: string): Promise<void> {
    this.begin();
    if (!this.isOver) return;
    await new Promise<void>((resolve) => {
      const queue = this.#waiting.get(group);
      if (queue) queue.push(resolve);
      else this.#waiting.set(group, [resolve]);
    });
  }

  #nextTurn(): void {
    this.#began = undefined;
    const [waiting] = this.#waiting;
    if (!waiting) return;
    const [group, queue] = waiting;
    const resume = queue.shift();
    // The group goes to the end of the map.
    this.#waiting.delete(group);
    if (queue.length > 0) this.#waiting.set(group, queue);
    this.begin();
    resume?.();
  }
}
