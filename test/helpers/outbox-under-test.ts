import { setImmediate } from 'node:timers/promises';
import { type Clock, ManualClock } from 'newswatch/server';
import { silentLog } from '../../src/node/log.ts';
import { DeliveryDispatcher } from '../../src/server/delivery/delivery-dispatcher.ts';
import { testDelivery } from '../../src/server/delivery/new-delivery.ts';
import { type AttemptOutcome, outcomeOfStatus } from '../../src/server/delivery/outcome.ts';
import type { WebhookRequest } from '../../src/server/delivery/webhook-sender.ts';
import type { ChannelRecord, DeliveryRecord, Store } from '../../src/server/store/store.ts';
import { closing } from './server.ts';
import { openTestStore } from './test-store.ts';
import { startOfTime } from './watch.ts';

export const delivered = outcomeOfStatus(204, undefined);

interface Own {
  store: Store;
  clock: Clock;
}

/** A store with connections, whose dispatchers get a sender of the test. */
export async function testOutbox(folder = ':memory:') {
  const clock = new ManualClock(startOfTime);
  const store = await openTestStore(folder);
  const dispatchers: DeliveryDispatcher[] = [];
  closing({
    close: async () => {
      for (const each of dispatchers) void each.stop();
      await store.close();
    },
  });
  await store.accounts.put({ id: 'acc', name: 'acc', plan: 'active', created_at: 0 });
  return {
    clock,
    store,
    /** A dispatcher over this store, or with a connection and a clock of its own. */
    dispatcher(
      deliver: (post: WebhookRequest) => Promise<AttemptOutcome>,
      own: Partial<Own> = {},
    ): DeliveryDispatcher {
      const { outbox } = own.store ?? store;
      const dispatcher = new DeliveryDispatcher({
        outbox,
        sender: { send: deliver, close: async () => {} },
        clock: own.clock ?? clock,
        log: silentLog,
        random: () => 0.5,
      });
      dispatchers.push(dispatcher);
      return dispatcher;
    },
    /** Events of a connection, due at once; a connection that is not there yet is made. */
    async add(name: string, count: number, webhook_url?: string): Promise<void> {
      const channel = channelOf(name, webhook_url);
      if (!(await store.channels.get(channel.id))) await store.channels.create(channel);
      for (let n = 0; n < count; n += 1) await store.outbox.add(testDelivery(channel, clock.now()));
    },
    deliveries: (): Promise<DeliveryRecord[]> => store.outbox.list('acc', 1_000_000),
  };
}

function channelOf(name: string, webhook_url = `https://${name}.example.com/`): ChannelRecord {
  return {
    id: `chan_${name}`,
    account_id: 'acc',
    platform: 'webhook',
    webhook_url,
    monitor_id: null,
    name,
    status: 'active',
    signing_secret: 'whsec_0123456789',
    created_at: 0,
  };
}

/** Counts the attempts in flight. */
export class Gauge {
  readonly #now = new Map<string, number>();
  /** The most that were in flight at a time: in all, and to one endpoint. */
  most = { overall: 0, endpoint: 0 };

  async during<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
    this.#now.set(url, (this.#now.get(url) ?? 0) + 1);
    const counts = [...this.#now.values()];
    this.most.overall = Math.max(
      this.most.overall,
      counts.reduce((sum, each) => sum + each, 0),
    );
    this.most.endpoint = Math.max(this.most.endpoint, ...counts);
    try {
      return await work();
    } finally {
      this.#now.set(url, (this.#now.get(url) ?? 0) - 1);
    }
  }
}

/** Endpoints that answer when they are told to. */
export class Held {
  readonly #waiting: { url: string; answer: (outcome: AttemptOutcome) => void }[] = [];

  deliver = ({ url }: WebhookRequest): Promise<AttemptOutcome> =>
    new Promise((answer) => {
      this.#waiting.push({ url, answer });
    });

  get count(): number {
    return this.#waiting.length;
  }

  /** Answers those that have waited longest, all unless a count is given. */
  answer(outcome: AttemptOutcome, count = this.count): void {
    for (const { answer } of this.#waiting.splice(0, count)) answer(outcome);
  }
}

/** An endpoint that takes everything, in a later turn of the event loop. */
export async function taking(): Promise<AttemptOutcome> {
  await setImmediate();
  return delivered;
}
