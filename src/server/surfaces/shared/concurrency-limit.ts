interface ConcurrencyLimitOptions {
  /** Maximum number of tasks of a key that run at the same time. */
  maxRunning: number;
  /** Maximum number of tasks of a key that wait. */
  maxWaiting: number;
  /** The error for tasks beyond both. */
  excess: () => Error;
}

interface Tasks {
  running: number;
  /** Start those that wait, oldest first. */
  readonly waiting: (() => void)[];
}

/** The place of a running task. */
export interface Place {
  /** Lets others run during work that waits for something else. Has no effect within itself. */
  leave<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Runs a limited number of tasks of each key at the same time; others wait for their turn. */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyLimitOptions;
  readonly #tasks = new Map<string, Tasks>();

  constructor(options: ConcurrencyLimitOptions) {
    this.#options = options;
  }

  /** Rejects with {@link ConcurrencyLimitOptions.excess} if too many tasks of the key wait. */
  async run<Result>(
    key: string,
    task: (place: Place) => Result | Promise<Result>,
  ): Promise<Result> {
    const turn = this.#take(key);
    if (turn) await turn;
    let isLeft = false;
    const place: Place = {
      leave: async (work) => {
        if (isLeft) return work();
        isLeft = true;
        this.#free(key);
        try {
          return await work();
        } finally {
          await this.#takeAgain(key);
          isLeft = false;
        }
      },
    };
    try {
      return await task(place);
    } finally {
      this.#free(key);
    }
  }

  /** Returns a promise if the task has to wait. */
  #take(key: string): Promise<void> | undefined {
    const { maxRunning, maxWaiting, excess } = this.#options;
    const tasks = this.#tasks.get(key) ?? { running: 0, waiting: [] };
    this.#tasks.set(key, tasks);
    if (tasks.running < maxRunning) {
      tasks.running += 1;
      return undefined;
    }
    if (tasks.waiting.length >= maxWaiting) throw excess();
    return new Promise((resolve) => tasks.waiting.push(resolve));
  }

  /** Before those that have not run yet, whatever their number. */
  async #takeAgain(key: string): Promise<void> {
    const tasks = this.#tasks.get(key);
    if (!tasks || tasks.running < this.#options.maxRunning) return this.#take(key);
    await new Promise<void>((resolve) => tasks.waiting.unshift(resolve));
  }

  #free(key: string): void {
    const tasks = this.#tasks.get(key);
    if (!tasks) return;
    // The next one takes over the place of this one.
    const next = tasks.waiting.shift();
    if (next) {
      next();
    } else {
      tasks.running -= 1;
      if (tasks.running === 0) this.#tasks.delete(key);
    }
  }
}
