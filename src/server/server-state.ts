import type { Clock } from './clock.ts';
import { ManualClock } from './clock.ts';
import type { Core } from './core.ts';
import { addEqualKey } from './domain/accounts/default-account.ts';
import type { RequestGate } from './request-gate.ts';
import type { ServerOptions } from './server-options.ts';
import { StateAccess } from './state-access.ts';
import { openTemporaryStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import { advance, ClockError, type Duration, toMilliseconds } from './testing/advance.ts';
import type { Faults } from './testing/faults.ts';
import type { Journals } from './testing/journals.ts';
import { newSnapshot, type Snapshot, SnapshotError, stateOf } from './testing/snapshot.ts';

interface StateOptions extends Pick<ServerOptions, 'secretKeys'> {
  clock: Clock;
  gate: RequestGate;
  faults: Faults;
  journals: Journals;
  /** The API key of the server, if it is known. */
  key: string | undefined;
  /** Starts the work on a store, and opens the gate. */
  start(store: Store): Core;
}

/** The store of a running server and the core that works on it. {@link restore} replaces both. */
export class ServerState {
  readonly #access = new StateAccess();
  readonly #options: StateOptions;
  #store: Store;
  #core: Core;
  #isClosing = false;

  constructor(store: Store, options: StateOptions) {
    this.#options = options;
    this.#store = store;
    this.#core = options.start(store);
  }

  get store(): Store {
    return this.#store;
  }

  get core(): Core {
    return this.#core;
  }

  /** Runs what must not be interrupted by {@link restore}. */
  use<Result>(run: (state: { store: Store; core: Core }) => Promise<Result>): Promise<Result> {
    return this.#access.use(async () => {
      this.#assertOpen();
      return run({ store: this.#store, core: this.#core });
    });
  }

  /** Rejects later calls, and resolves when those that use the state have ended. */
  close(): Promise<void> {
    this.#isClosing = true;
    return this.#access.idle();
  }

  async settled(): Promise<void> {
    await this.#access.replaced();
    this.#assertOpen();
    await this.#core.settled();
  }

  advance(by: number | Duration): Promise<void> {
    return this.#access.inTurn(async () => {
      this.#assertOpen(ClockError);
      const { clock } = this.#options;
      if (!(clock instanceof ManualClock)) {
        throw new ClockError(
          "advance() needs a manual clock: startServer({ clock: new ManualClock('2026-11-20T12:00:00Z') })",
        );
      }
      await advance(clock, toMilliseconds(by), this.#core, () => this.#isClosing).catch((error) => {
        if (!this.#isClosing) throw error;
      });
    });
  }

  snapshot(): Promise<Snapshot> {
    return this.#access.inTurn(async () => {
      this.#assertOpen(SnapshotError);
      if (!this.#store.readContents) throw onlyInMemory('snapshot');
      await this.#core.settled();
      await this.#core.flush();
      const { clock, faults, journals, key } = this.#options;
      return newSnapshot({
        contents: this.#store.readContents(),
        apiKey: key,
        time: clock instanceof ManualClock ? clock.now() : undefined,
        faults: faults.list(),
        requests: journals.requests.contents(),
        deliveryAttempts: journals.deliveryAttempts.contents(),
      });
    });
  }

  restore(snapshot: Snapshot): Promise<void> {
    return this.#access.replace(async () => {
      const { contents, time, apiKey, ...rest } = stateOf(snapshot);
      if (!this.#store.readContents) throw onlyInMemory('restore');
      this.#assertOpen(SnapshotError);
      const { clock, gate, faults, journals, key, secretKeys } = this.#options;
      gate.hold();
      await this.#core.stop(() => gate.ended());
      await this.#store.close();
      this.#store = openTemporaryStore(secretKeys, contents);
      if (clock instanceof ManualClock && time !== undefined) clock.set(time);
      faults.clear();
      faults.add(...rest.faults);
      journals.requests.restore(rest.requests);
      journals.deliveryAttempts.restore(rest.deliveryAttempts);
      // The callers of this server have its key, also if another server made the snapshot.
      await addEqualKey(this.#store, clock, { key, like: apiKey });
      this.#core = this.#options.start(this.#store);
    });
  }

  #assertOpen(Refusal: new (message: string) => Error = Error): void {
    if (this.#isClosing) throw new Refusal('the server is closed');
  }
}

function onlyInMemory(method: string): SnapshotError {
  return new SnapshotError(
    `${method}() needs a store in memory: start the server without data and database`,
  );
}
