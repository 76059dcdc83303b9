import { setImmediate } from 'node:timers/promises';
import { type Clock, ManualClock } from 'newswatch/server';
import { silentLog } from '../../src/node/log.ts';
import { DeliveryDispatcher } from '../../src/server/delivery/delivery-dispatcher.ts';
import { testDelivery } from '../../src/server/delivery/new-delivery.ts';
import { type AttemptOutcome, outcomeOfStatus } from '../../src/server/delivery/outcome.ts';
import type { WebhookRequest, WebhookSender } from '../../src/server/delivery/webhook-sender.ts';
import { newId } from '../../src/server/domain/identifier.ts';
import { newMonitor } from '../../src/server/domain/monitors/new-monitor.ts';
import type { DeliveryRecord, Store } from '../../src/server/store/store.ts';
import { addRecords } from './add-records.ts';
import { connectionRecord } from './claimed-delivery.ts';
import { closing } from './closing.ts';
import { openTestStore } from './test-store.ts';
import { startOfTime } from './watch.ts';

export const delivered = outcomeOfStatus(204, undefined);

/** Parts of a dispatcher that it does not share with others. */
interface OwnParts {
  store: Store;
  clock: Clock;
  /** Default: all addresses are known. */
  lookUp: WebhookSender['lookUp'];
}

/** A store with connections and deliveries, and dispatchers that send through a function. */
export async function testOutbox(folder?: string) {
  const clock = new ManualClock(startOfTime);
  const store = await openTestStore(folder);
  const dispatchers: DeliveryDispatcher[] = [];
  closing({
    close: async () => {
      for (const each of dispatchers) void each.stop();
      await store.close();
    },
  });
  await addRecords(store, {
    accounts: [{ id: 'acc', name: 'acc', plan: 'active', plan_managed_by: 'user', created_at: 0 }],
  });
  const owner = { owner_id: 'acc', team_id: null };
  const monitor = newMonitor(
    { prompt: 'otters', ...owner, every_minutes: 60, execution: 'standard' },
    startOfTime,
  );
  await store.monitors.create({ ...monitor, id: 'mon' });
  return {
    clock,
    store,
    dispatcher(
      send: (request: WebhookRequest) => Promise<AttemptOutcome>,
      { lookUp = () => undefined, ...own }: Partial<OwnParts> = {},
    ): DeliveryDispatcher {
      const { outbox } = own.store ?? store;
      const dispatcher = new DeliveryDispatcher({
        outbox,
        sender: { lookUp, send, close: async () => {} },
        clock: own.clock ?? clock,
        log: silentLog,
        random: () => 0.5,
      });
      dispatchers.push(dispatcher);
      return dispatcher;
    },
    /** Stores deliveries that are due now, in one transaction; creates the connection if needed. */
    async add(
      name: string,
      count: number,
      webhook_url = `https://${name}.example.com/`,
    ): Promise<void> {
      const connection = connectionRecord({ id: `chan_${name}`, name, webhook_url });
      if (!(await store.channels.get(connection.id))) await store.channels.create(connection);
      const now = clock.now();
      await store.runs.record({
        run: {
          id: newId('run'),
          monitor_id: 'mon',
          trigger: 'on_demand',
          status: 'completed',
          started_at: now,
          finished_at: now,
          results: [],
          filtered: {},
          repeats: [],
          error: null,
          skipped_channels: [],
        },
        deliveries: Array.from({ length: count }, () => testDelivery(connection, now)),
      });
    },
    deliveries: (): Promise<DeliveryRecord[]> => store.outbox.list('acc', 1_000_000),
  };
}

/** Counts the attempts in flight. */
export class InFlightGauge {
  readonly #counts = new Map<string, number>();
  /** The highest counts so far: of all, and to one URL. */
  max = { overall: 0, url: 0 };

  async during<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
    this.#counts.set(url, (this.#counts.get(url) ?? 0) + 1);
    const counts = [...this.#counts.values()];
    const overall = counts.reduce((sum, each) => sum + each, 0);
    this.max.overall = Math.max(this.max.overall, overall);
    this.max.url = Math.max(this.max.url, ...counts);
    try {
      return await work();
    } finally {
      this.#counts.set(url, (this.#counts.get(url) ?? 0) - 1);
    }
  }
}

/** Receivers that respond when the test calls for it. */
export class HeldRequests {
  readonly #waiting: ((outcome: AttemptOutcome) => void)[] = [];

  send = (): Promise<AttemptOutcome> =>
    new Promise((resolve) => {
      this.#waiting.push(resolve);
    });

  get count(): number {
    return this.#waiting.length;
  }

  /** Ends the oldest requests (default: all). */
  end(outcome: AttemptOutcome, count = this.count): void {
    for (const resolve of this.#waiting.splice(0, count)) resolve(outcome);
  }
}

/** A receiver that accepts every request, in a later turn of the event loop. */
export async function accept(): Promise<AttemptOutcome> {
  await setImmediate();
  return delivered;
}
