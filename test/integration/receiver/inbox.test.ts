import { EventEmitter, once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inbox, OutputClosedError, startReceiver } from 'newswatch/receiver';
import { signedHeaders } from 'newswatch/webhooks';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreUnavailable } from '../../../src/storage/store-unavailable.ts';
import { WalSync } from '../../../src/storage/wal-sync.ts';
import { eventually } from '../../helpers/eventually.ts';
import { lockDatabase } from '../../helpers/lock.ts';
import { alert, secret, testReceiver } from '../../helpers/test-receiver.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-inbox-'));
});

afterEach(() => vi.restoreAllMocks());

const week = 7 * 86_400_000;
const never = { concurrency: 1, handle: () => new Promise<void>(() => {}) };

/** The state of an event, read over another database connection. */
function stateOf(id: string): string | undefined {
  const inbox = Inbox.open(folder);
  try {
    return inbox.stateOf(id);
  } finally {
    inbox.close();
  }
}

function event(id: string, received_at = 0) {
  return { id, type: 'news.alert', received_at, headers: [], body: Buffer.from('{}') };
}

describe('the inbox', () => {
  it('docs/receiver-cases.md, case 32: stores an id that arrives twice as one event', async () => {
    const { send, ids } = await testReceiver();
    const body = alert({ id: 'evt_1' });
    expect([(await send(body)).status, (await send(body)).status]).toEqual([204, 204]);
    await send(alert({ id: 'evt_2' }));
    await eventually(() => ids().includes('evt_2'));
    expect(ids()).toEqual(['evt_1', 'evt_2']);
  });

  it('docs/receiver-cases.md, case 32: stores an id that arrives fifty times at once as one event', async () => {
    const { send, ids } = await testReceiver();
    const body = alert({ id: 'evt_1' });
    const responses = await Promise.all(Array.from({ length: 50 }, () => send(body)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
    await send(alert({ id: 'evt_2' }));
    await eventually(() => ids().includes('evt_2'));
    expect(ids()).toEqual(['evt_1', 'evt_2']);
  });

  it('docs/receiver-cases.md, case 32: recognizes an id for seven days, and purges it within two more days', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    const options = { data: folder, now: () => now };
    const body = alert({ id: 'evt_1' });
    const first = await testReceiver(options);
    await first.send(body);
    await eventually(() => first.ids().length === 1);
    await first.receiver.close();
    now += week + 1000;
    const second = await testReceiver(options);
    expect((await second.send(body)).status).toBe(204);
    await second.receiver.close();
    expect(second.ids()).toEqual([]);
    now += 2 * 86_400_000;
    await (await testReceiver(options)).receiver.close();
    expect(stateOf('evt_1')).toBeUndefined();
  });

  it('stores the original body and headers', async () => {
    const { send, handled } = await testReceiver();
    const body = `{ "id":"evt_1",\n  "type":"news.alert", "n": 12345678901234567890 }\n`;
    await send(body, { headers: { 'X-Odd-Name': 'kept' } });
    await eventually(() => handled.length === 1);
    expect(Buffer.from(handled[0]?.body ?? []).toString()).toBe(body);
    const names = handled[0]?.headers.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['X-Service-Signature', 'X-Odd-Name']));
    expect(names).not.toEqual(expect.arrayContaining(['Host']));
  });

  it('docs/receiver-cases.md, case 34: responds with 503 and Retry-After while the store is locked', async () => {
    const { receiver, send, lines } = await testReceiver({ data: folder });
    const unlock = lockDatabase(join(folder, 'inbox.db'));
    const body = alert({ id: 'evt_1' });
    const headers = await signedHeaders({ body, eventId: 'evt_1', secrets: secret });
    const locked = await fetch(receiver.url, { method: 'POST', headers, body });
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([503, '5']);
    unlock();
    expect((await send(body)).status).toBe(204);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'request failed' }),
    );
  });

  it('responds with 503 to all events of a transaction that fails, and handles their repeats once', async () => {
    const { send, ids } = await testReceiver({ data: folder });
    const unlock = lockDatabase(join(folder, 'inbox.db'));
    const sendAll = () => Promise.all(['evt_1', 'evt_2', 'evt_3'].map((id) => send(alert({ id }))));
    expect((await sendAll()).map(({ status }) => status)).toEqual([503, 503, 503]);
    unlock();
    expect((await sendAll()).map(({ status }) => status)).toEqual([204, 204, 204]);
    await eventually(() => stateOf('evt_3') === 'done' && ids().length >= 3);
    expect(ids().sort()).toEqual(['evt_1', 'evt_2', 'evt_3']);
  });

  it('responds with 503 if the sync of a write fails, and handles the repeat once', async () => {
    const flush = vi.spyOn(WalSync.prototype, 'flush');
    const { send, ids } = await testReceiver({ data: folder });
    await send(alert({ id: 'evt_0' }));
    // The sync of its outcome must not be the one that fails.
    await eventually(() => flush.mock.calls.length === 2);
    flush.mockRejectedValueOnce(new StoreUnavailable('sync failed'));
    const body = alert({ id: 'evt_1' });
    expect([(await send(body)).status, (await send(body)).status]).toEqual([503, 204]);
    await eventually(() => stateOf('evt_1') === 'done');
    expect(ids()).toEqual(['evt_0', 'evt_1']);
  });

  it('handles an event once if the inbox is polled while the event is being synced', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { send, ids } = await testReceiver({ data: folder });
    const gate = new EventEmitter();
    vi.spyOn(WalSync.prototype, 'flush').mockImplementationOnce(async () => {
      await once(gate, 'open');
    });
    const response = send(alert({ id: 'evt_1' }));
    await eventually(() => stateOf('evt_1') === 'received');
    vi.advanceTimersByTime(1000);
    gate.emit('open');
    expect((await response).status).toBe(204);
    await eventually(() => stateOf('evt_1') === 'done');
    expect(ids()).toEqual(['evt_1']);
  });

  it('handles the events that an earlier process left, in the order of arrival', async () => {
    const inbox = Inbox.open(folder);
    for (const id of ['evt_1', 'evt_2']) inbox.add(event(id, 0), 'received');
    inbox.close();
    const { receiver, ids } = await testReceiver({ data: folder });
    await eventually(() => stateOf('evt_2') === 'done');
    expect([receiver.unhandled, ids()]).toEqual([2, ['evt_1', 'evt_2']]);
  });

  it('purges old events every hour', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let now = Date.parse('2026-11-20T12:00:00Z');
    const { send } = await testReceiver({ data: folder, now: () => now });
    await send('{"id":"evt_t","type":"webhook.test"}');
    now += 9 * 86_400_000;
    vi.advanceTimersByTime(3_600_000);
    await eventually(() => stateOf('evt_t') === undefined);
  });

  it('docs/receiver-cases.md, case 34: responds with 503 and Retry-After while the backlog is full', async () => {
    const { receiver, send } = await testReceiver({
      handler: never,
      maxBacklog: 2,
      now: () => 1e12,
    });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await send(alert(), { at: 1e12 })).status);
    expect(statuses).toEqual([204, 204, 503]);
    const response = await fetch(receiver.url, { method: 'POST', body: '{}' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('docs/receiver-cases.md, case 39: stores a connection test, and also handles an unknown type', async () => {
    const { send, ids, lines } = await testReceiver({ data: folder });
    expect((await send('{"id":"evt_t","type":"webhook.test"}')).status).toBe(204);
    expect((await send('{"type":"webhook.test"}')).status).toBe(204);
    expect((await send('{"id":"evt_u","type":"news.later"}')).status).toBe(204);
    await eventually(() => ids().length === 1);
    expect(ids()).toEqual(['evt_u']);
    expect([stateOf('evt_t'), stateOf('evt_none')]).toEqual(['done', 'done']);
    expect(lines.filter(({ event }) => event === 'connection test received')).toHaveLength(2);
  });

  it('docs/receiver-cases.md, case 40: rejects a secret with a newline at the start', async () => {
    const options = { data: ':memory:', handler: never };
    await expect(startReceiver({ ...options, secrets: [`${secret}\n`] })).rejects.toThrow(
      /newline/,
    );
  });

  it('allows only one receiver per folder', async () => {
    const { receiver } = await testReceiver({ data: folder });
    const options = { data: folder, secrets: [secret], handler: never };
    await expect(startReceiver(options)).rejects.toThrow(/another receiver/);
    await receiver.close();
    await (await startReceiver(options)).close();
  });
});

describe('the handler', () => {
  it('docs/receiver-cases.md, case 37: gets a failed event again until it becomes a dead letter', async () => {
    let tries = 0;
    const handle = async () => {
      tries += 1;
      throw new Error('no luck');
    };
    const { send, lines } = await testReceiver({
      data: folder,
      retries: 3,
      handler: { concurrency: 1, handle },
    });
    expect((await send(alert({ id: 'evt_1' }))).status).toBe(204);
    await eventually(() => lines.some(({ event }) => event === 'moved to the dead letters'));
    await eventually(() => stateOf('evt_1') === 'dead');
    expect(tries).toBe(4);
    const inbox = Inbox.open(folder);
    expect(inbox.deadLetters()).toMatchObject([
      { id: 'evt_1', failures: 4, last_error: 'no luck' },
    ]);
    inbox.close();
  });

  it('is closed without copying a large log on the event loop', async () => {
    const sizes: number[] = [];
    const { close } = Inbox.prototype;
    vi.spyOn(Inbox.prototype, 'close').mockImplementation(function (this: Inbox) {
      sizes.push(statSync(join(folder, 'inbox.db-wal')).size);
      close.call(this);
    });
    const { receiver, send } = await testReceiver({ data: folder });
    const padding = 'x'.repeat(200_000);
    for (let n = 0; n < 10; n += 1) await send(alert({ id: `evt_${n}`, padding }));
    expect(statSync(join(folder, 'inbox.db-wal')).size).toBeGreaterThan(1_000_000);
    await receiver.close();
    expect(sizes).toEqual([0]);
    vi.restoreAllMocks();
    expect(stateOf('evt_9')).toBe('done');
  });

  it('stores and logs error messages without the signing secret and other secrets', async () => {
    const encoded = Buffer.from(secret).toString('base64');
    const handle = () => Promise.reject(new Error(`no ${secret}, no ${encoded}, no api-key`));
    const { send, lines } = await testReceiver({
      data: folder,
      retries: 1,
      handler: { concurrency: 1, handle },
      redact: (text) => text.replace('api-key', '***'),
    });
    await send(alert({ id: 'evt_1' }));
    await eventually(() => stateOf('evt_1') === 'dead');
    const inbox = Inbox.open(folder);
    const [dead] = inbox.deadLetters();
    inbox.close();
    expect(dead?.last_error).toMatch(/^no \*{3}, no \*{3}\S*, no \*{3}$/);
    expect(lines.flatMap(({ message }) => message ?? [])).toEqual([
      dead?.last_error,
      dead?.last_error,
    ]);
  });

  it('docs/receiver-cases.md, case 37: gets a failed event again until it succeeds', async () => {
    let tries = 0;
    const handle = async () => {
      tries += 1;
      if (tries < 3) throw new Error('not yet');
    };
    const { send } = await testReceiver({ data: folder, handler: { concurrency: 1, handle } });
    await send(alert({ id: 'evt_1' }));
    await eventually(() => stateOf('evt_1') === 'done');
    expect(tries).toBe(3);
  });

  it('docs/receiver-cases.md, case 37: is aborted when it hangs, and gets the event again', async () => {
    let aborted = 0;
    const handle = (_event: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<void>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted += 1;
          reject(signal.reason);
        });
      });
    const handler = { concurrency: 1, handle };
    const { send } = await testReceiver({ data: folder, retries: 1, timeout: 20, handler });
    await send(alert({ id: 'evt_1' }));
    await eventually(() => stateOf('evt_1') === 'dead');
    expect(aborted).toBe(2);
  });

  it('is not called again for an event while an aborted call still runs', async () => {
    const events = new EventEmitter();
    const calls: string[] = [];
    const handle = async ({ id }: { id: string }, { signal }: { signal: AbortSignal }) => {
      calls.push(id);
      if (id === 'evt_2' || calls.length > 1) return;
      signal.addEventListener('abort', () => events.emit('aborted'));
      await once(events, 'end');
    };
    const handler = { concurrency: 4, handle };
    const { send, lines } = await testReceiver({ data: folder, timeout: 20, handler });
    const failures = () => lines.filter(({ event }) => event === 'handler failed');
    const aborted = once(events, 'aborted');
    await send(alert({ id: 'evt_1' }));
    await aborted;
    await send(alert({ id: 'evt_2' }));
    await eventually(() => stateOf('evt_2') === 'done');
    expect(failures()).toEqual([]);
    events.emit('end');
    await eventually(() => stateOf('evt_1') === 'done');
    expect(calls).toEqual(['evt_1', 'evt_2', 'evt_1']);
    expect(failures()).toMatchObject([{ message: 'timed out after 0.02 s' }]);
  });

  it('does not hold up other events if it ignores its signal', async () => {
    const handle = async ({ id }: { id: string }) => {
      if (id === 'evt_1') await new Promise(() => {});
    };
    const { send, lines } = await testReceiver({
      data: folder,
      timeout: 20,
      handler: { concurrency: 1, handle },
    });
    await send(alert({ id: 'evt_1' }));
    await send(alert({ id: 'evt_2' }));
    await eventually(() => stateOf('evt_2') === 'done');
    expect(lines.map(({ event }) => event)).toContain('handler still runs after it was aborted');
    expect(stateOf('evt_1')).toBe('received');
  });

  it('asks for the backoff of each failure', async () => {
    const waits: number[] = [];
    const backoff = (failures: number) => {
      waits.push(failures);
      return 0;
    };
    const handle = () => Promise.reject(new Error('no'));
    const handler = { concurrency: 1, handle };
    const { send } = await testReceiver({ data: folder, retries: 2, backoff, handler });
    await send(alert({ id: 'evt_1' }));
    await eventually(() => stateOf('evt_1') === 'dead');
    expect(waits).toEqual([1, 2]);
  });

  it.each([
    ['success', 'done', 1],
    ['failure', 'dead', 2],
  ] as const)('has its %s stored when the store is available again', async (what, state, tries) => {
    const gate = new EventEmitter();
    const started: string[] = [];
    const handle = async ({ id }: { id: string }) => {
      started.push(id);
      if (started.length === 1) await once(gate, 'open');
      if (what === 'failure') throw new Error('no');
    };
    const handler = { concurrency: 1, handle };
    const { send, lines } = await testReceiver({ data: folder, retries: 1, handler });
    await send(alert({ id: 'evt_1' }));
    await eventually(() => started.length === 1);
    const unlock = lockDatabase(join(folder, 'inbox.db'));
    gate.emit('open');
    await eventually(() => lines.some(({ event }) => event === 'outcomes not stored'));
    unlock();
    await eventually(() => stateOf('evt_1') === state);
    expect(started).toHaveLength(tries);
  });

  it('is not blocked by one slow event', async () => {
    const seen: string[] = [];
    const handler = {
      concurrency: 2,
      handle: ({ id }: { id: string }) =>
        id === 'evt_slow' ? new Promise<void>(() => {}) : Promise.resolve(void seen.push(id)),
    };
    const { send } = await testReceiver({ data: folder, handler });
    for (const id of ['evt_slow', 'evt_1', 'evt_2', 'evt_3']) await send(alert({ id }));
    await eventually(() => seen.length === 3);
    expect(stateOf('evt_slow')).toBe('received');
  });

  it('gets other events after it threw instead of rejecting', async () => {
    const handle = ({ id }: { id: string }) => {
      if (id === 'evt_1') throw new Error('no');
      return Promise.resolve();
    };
    const handler = { concurrency: 1, handle };
    const { send } = await testReceiver({ data: folder, retries: 0, handler });
    for (const id of ['evt_1', 'evt_2']) await send(alert({ id }));
    await eventually(() => stateOf('evt_2') === 'done');
    expect(stateOf('evt_1')).toBe('dead');
  });

  it('gets new events directly, without a query, while it has capacity', async () => {
    const due = vi.spyOn(Inbox.prototype, 'due');
    const handler = { concurrency: 1, handle: async () => {} };
    const { send } = await testReceiver({ data: folder, handler });
    const ids = Array.from({ length: 20 }, (_, n) => `evt_${n}`);
    for (const id of ids) await send(alert({ id }));
    await eventually(() => ids.every((id) => stateOf(id) === 'done'));
    expect(due.mock.results.flatMap(({ value }) => value)).toEqual([]);
  });

  it('keeps an event for the next start if its output is closed', async () => {
    let calls = 0;
    const handler = {
      concurrency: 1,
      handle: () => Promise.reject(new OutputClosedError('closed')),
    };
    const onOutputClosed = () => {
      calls += 1;
    };
    const { send, receiver } = await testReceiver({ data: folder, handler, onOutputClosed });
    await send(alert({ id: 'evt_1' }));
    await eventually(() => calls === 1);
    await receiver.close();
    expect(stateOf('evt_1')).toBe('received');
  });

  it('gets a replayed event again', async () => {
    let broken = true;
    const handle = async () => {
      if (broken) throw new Error('broken');
    };
    const { send } = await testReceiver({
      data: folder,
      retries: 0,
      handler: { concurrency: 1, handle },
    });
    await send(alert({ id: 'evt_1' }));
    await eventually(() => stateOf('evt_1') === 'dead');
    broken = false;
    const inbox = Inbox.open(folder);
    expect([inbox.replay('evt_1', 0), inbox.replay('evt_1', 0)]).toEqual([true, false]);
    inbox.close();
    await eventually(() => stateOf('evt_1') === 'done');
  });
});
