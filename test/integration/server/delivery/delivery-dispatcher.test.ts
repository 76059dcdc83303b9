import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Log, silentLog } from '../../../../src/node/log.ts';
import { type Clock, ManualClock, realClock } from '../../../../src/server/clock.ts';
import { DeliveryDispatcher } from '../../../../src/server/delivery/delivery-dispatcher.ts';
import { testDelivery } from '../../../../src/server/delivery/new-delivery.ts';
import type { AttemptOutcome } from '../../../../src/server/delivery/outcome.ts';
import type { Tracing } from '../../../../src/server/tracing/tracing.ts';
import { addRecords } from '../../../helpers/add-records.ts';
import { connectionRecord } from '../../../helpers/claimed-delivery.ts';
import { openTestStore } from '../../../helpers/test-store.ts';

const channel = connectionRecord({ account_id: 'a' });

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

/** A dispatcher, and a store with this many deliveries for one connection, which may be removed. */
async function dispatcherWith(
  deliveries: number,
  { connected = true, clock, payload, log = silentLog, tracing }: Setting,
) {
  const store = await openTestStore();
  await addRecords(store, {
    accounts: [{ id: 'a', name: 'a', plan: 'active', plan_managed_by: 'user', created_at: 0 }],
  });
  if (connected) await store.channels.create(channel);
  for (let n = 0; n < deliveries; n += 1)
    await store.outbox.add(testDelivery(channel, clock.now()));
  let outcome: AttemptOutcome = { kind: 'delivered', status_code: 204, error: null };
  let attempts = 0;
  const sender = {
    lookUp: () => undefined,
    send: async () => {
      attempts += 1;
      return outcome;
    },
    close: async () => {},
  };
  const dispatcher = new DeliveryDispatcher({
    outbox: {
      ...store.outbox,
      claim: async (options) =>
        (await store.outbox.claim(options)).map((each) => ({
          ...each,
          payload: payload === undefined ? each.payload : payload,
        })),
    },
    sender,
    clock,
    log,
    ...(tracing && { tracing }),
  });
  ended.push(
    () => dispatcher.stop(),
    () => store.close(),
  );
  return {
    dispatcher,
    attempts: () => attempts,
    respondWith: (next: AttemptOutcome) => {
      outcome = next;
    },
    statuses: async () =>
      new Set((await store.outbox.list('a', deliveries)).map(({ status }) => status)),
  };
}

interface Setting {
  clock: Clock;
  connected?: boolean;
  /** Of all claimed deliveries. */
  payload?: null;
  log?: Log;
  tracing?: Tracing;
}

describe('the dispatcher', () => {
  const clock = new ManualClock('2026-11-20T12:00:00Z');

  it('empties an outbox with more deliveries than may be in flight', async () => {
    const { dispatcher, statuses, attempts } = await dispatcherWith(300, { clock });
    await dispatcher.idle();
    expect(await statuses()).toEqual(new Set(['delivered']));
    expect(attempts()).toBe(300);
  });

  it('stops deliveries whose connection was removed', async () => {
    const { dispatcher, statuses } = await dispatcherWith(300, { clock, connected: false });
    await dispatcher.idle();
    expect(await statuses()).toEqual(new Set(['stopped']));
  });

  it('ends deliveries whose payload was deleted without an attempt', async () => {
    const { dispatcher, statuses, attempts } = await dispatcherWith(3, { clock, payload: null });
    await dispatcher.idle();
    expect(await statuses()).toEqual(new Set(['failed']));
    expect(attempts()).toBe(0);
  });

  it('logs the trace of the span of an attempt that no trace has led to', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const span = {
      trace: { traceId, spanId: '00f067aa0ba902b7', flags: '01' },
      set() {},
      fail() {},
    };
    const tracing: Tracing = { span: (_, work) => work(span), async close() {} };
    const log = vi.fn<Log>();
    const { dispatcher } = await dispatcherWith(1, { clock, log, tracing });
    await dispatcher.idle();
    const line = expect.objectContaining({ trace_id: traceId, status: 'delivered' });
    expect(log).toHaveBeenCalledWith('info', 'delivery attempted', line);
  });

  it('makes each attempt once if a retry is due as soon as it is stored', async () => {
    const fast = realClock(1e9);
    const { dispatcher, statuses, attempts, respondWith } = await dispatcherWith(40, {
      clock: fast,
    });
    respondWith({ kind: 'retry', status_code: 500, error: 'http_500' });
    // The clock runs fast, but not so fast that each pass finds the next retries due.
    for (let pass = 0; pass < 1000 && attempts() < 40 * 24; pass += 1) await dispatcher.idle();
    await dispatcher.idle();
    expect(await statuses()).toEqual(new Set(['exhausted']));
    expect(attempts()).toBe(40 * 24);
  });
});
