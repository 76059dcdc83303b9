import { ManualClock } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../../../src/node/log.ts';
import { parseRetention } from '../../../../../src/server/domain/retention/retention.ts';
import { sweep } from '../../../../../src/server/domain/retention/sweep.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { closing } from '../../../../helpers/closing.ts';
import { openTestStore } from '../../../../helpers/test-store.ts';
import { startWatch } from '../../../../helpers/watch.ts';
import { webhookReceiver } from '../../../../helpers/webhook-receiver.ts';
import { anAlert, aRun } from '../../store/contract/records.ts';

const day = 86_400_000;

describe('a server', () => {
  it('deletes runs, alerts and deliveries at the end of their time, and not before', async () => {
    const { client, clock, monitor, server } = await startWatch({
      retain: { runs: '2d', alerts: '10d', deliveries: '9d' },
    });
    const receiver = await webhookReceiver(204);
    await client.delivery.connect({ platform: 'webhook', webhook_url: receiver.url });
    const pass = async (days: number) => {
      clock.advance(days * day);
      await server.settled();
    };
    await pass(1);
    const [first] = (await client.alerts.list()).alerts;
    const runIds = async () =>
      (await client.monitors.runs({ id: monitor.id, limit: 100 })).runs.map(({ id }) => id);
    const firstRun = first?.run_id ?? '';
    expect(await runIds()).toContain(firstRun);
    await client.monitors.pause({ id: monitor.id });
    await pass(8);
    expect(await runIds()).toEqual([firstRun]);
    expect((await client.delivery.get()).webhook_deliveries).toHaveLength(1);
    const since = new Date(clock.now() - 30 * day).toISOString();
    expect(await client.alerts.list({ since })).not.toHaveProperty('retained_since');
    await pass(3);
    expect((await client.delivery.get()).webhook_deliveries).toEqual([]);
    expect(await client.alerts.list({ since })).toMatchObject({
      alerts: [],
      retained_since: new Date(clock.now() - 10 * day).toISOString(),
    });
    const recent = new Date(clock.now() - 9 * day).toISOString();
    expect(await client.alerts.list({ since: recent })).not.toHaveProperty('retained_since');
    // It is the newest run of the monitor.
    expect(await runIds()).toEqual([firstRun]);
  });

  it('does not alert an item again whose alert was deleted', async () => {
    const { client, clock, monitor, server } = await startWatch({ retain: { alerts: '9d' } });
    for (let days = 0; days < 400; days += 40) {
      clock.advance(40 * day);
      await server.settled();
    }
    expect((await client.alerts.list()).alerts).toEqual([]);
    const { results } = await client.monitors.run({ id: monitor.id });
    expect(results).toEqual([]);
  });

  it('deletes news only if it is told to, from the index too', async () => {
    const { client, clock, server } = await startWatch({ retain: { news: '60d' } });
    const query = { query: 'chip exports' };
    expect((await client.news.search(query)).items).not.toEqual([]);
    clock.advance(61 * day);
    await server.settled();
    expect((await client.news.search(query)).items).toEqual([]);
    expect((await client.news.latest()).items).toEqual([]);
  });

  it('refuses a time that is too short', async () => {
    await expect(startWatch({ retain: { alerts: '1d' } })).rejects.toThrow('at least 9d');
  });
});

describe('a sweep', () => {
  it('continues where the last one was interrupted, and does not examine kept rows again', async () => {
    const store = closing(await openTestStore());
    const ids = Array.from({ length: 450 }, (_, n) => `r${n}`);
    await addRecords(store, {
      runs: ids.map((id, n) => aRun(id, { started_at: n, finished_at: n })),
      // All runs are kept for their alerts.
      alerts: ids.map((id) => anAlert(`alert ${id}`, { run_id: id, created_at: 90 * day })),
    });
    const clock = new ManualClock(95 * day);
    const positions: unknown[] = [];
    for (let sweeps = 0; sweeps < 4; sweeps += 1) {
      const stop = new AbortController();
      const retention: typeof store.retention = {
        ...store.retention,
        deleteBatch: async (rows, options, now) => {
          if (rows === 'runs') {
            positions.push(options.after?.[0]);
            stop.abort();
          }
          return store.retention.deleteBatch(rows, options, now);
        },
      };
      const [due] = await store.retention.claimDue(clock.now(), clock.now() + 1);
      if (!due) break;
      await sweep(
        {
          store: { ...store, retention },
          clock,
          log: silentLog,
          stopping: stop.signal,
          retention: parseRetention(),
        },
        due,
      );
    }
    expect(positions).toEqual([undefined, 199, 399]);
  });

  it('deletes the rows of other kinds if those of one cannot be deleted', async () => {
    const store = closing(await openTestStore());
    await addRecords(store, {
      runs: [aRun('old'), aRun('new', { started_at: 90 * day })],
      alerts: [anAlert('alert', { run_id: 'new' })],
    });
    const clock = new ManualClock(95 * day);
    const retention: typeof store.retention = {
      ...store.retention,
      deleteBatch: async (rows, options, now) => {
        if (rows === 'alerts') throw new Error('timeout');
        return store.retention.deleteBatch(rows, options, now);
      },
    };
    const logged: unknown[] = [];
    const [due] = await store.retention.claimDue(clock.now(), clock.now() + 1);
    if (!due) throw new Error('not due');
    await sweep(
      {
        store: { ...store, retention },
        clock,
        log: (level, message, fields) => logged.push([level, message, fields]),
        stopping: new AbortController().signal,
        retention: parseRetention(),
      },
      due,
    );
    expect(logged).toEqual([
      ['info', 'old records deleted', { runs: 1 }],
      ['error', 'old records not deleted', { alerts: 'timeout' }],
    ]);
    expect(await store.retention.nextDue()).toBe(clock.now() + 600_000);
  });

  it('logs that partitions are missing', async () => {
    const store = closing(await openTestStore());
    const partitions = {
      ...store.retention.partitions,
      createAhead: async () => ['runs_w2600', 'alerts_w2600'],
    };
    const logged: unknown[] = [];
    const [due] = await store.retention.claimDue(0, 1);
    if (!due) throw new Error('not due');
    await sweep(
      {
        store: { ...store, retention: { ...store.retention, partitions } },
        clock: new ManualClock(0),
        log: (level, message, fields) => logged.push([level, message, fields]),
        stopping: new AbortController().signal,
        retention: parseRetention(),
      },
      due,
    );
    expect(logged).toEqual([
      ['warn', 'partitions missing', { partitions: 'runs_w2600, alerts_w2600' }],
    ]);
  });
});
