/** A process that runs the server, with monitors that match one item each and many connections. */
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'newswatch';
import { ManualClock, startServer } from 'newswatch/server';
import { apiKey, apiKeys, firstTick, monitorFixture } from '../harness/monitor-fixture.js';
import { offer, timed } from '../harness/processes.js';

const minute = 60_000;

let server;
let client;
let clock;
/** Monitors that have not run. */
let fresh = [];

offer({
  /** `scheduled`: uses a clock that only `deliver` advances. The accounts get the URLs in turn. */
  async start({ data, database, monitors, urls, accounts = 1, scheduled = false }) {
    if (scheduled) clock = new ManualClock(Date.now());
    const fixture = monitorFixture(monitors, accounts);
    // `newswatch serve` has no journal either.
    const options = { allowPrivateWebhooks: true, journal: 0 };
    server = await startServer({ ...options, data, database, fixture, clock });
    clock?.advance(firstTick(monitors) * minute - 1);
    client = createClient({ baseUrl: server.baseUrl, apiKey });
    const owners = apiKeys(accounts).map((key) =>
      createClient({ baseUrl: server.baseUrl, apiKey: key }),
    );
    for (const [n, webhook_url] of urls.entries()) {
      await owners[n % accounts].delivery.connect({ platform: 'webhook', webhook_url });
    }
    await Promise.all(owners.map((owner) => owner.close()));
    fresh = Array.from({ length: monitors }, (_, n) => `mon_${n}`);
  },
  /**
   * Runs `count` monitors that have not run yet. Each run creates an event for every connection. Resolves
   * when all events are stored, without waiting for attempts.
   */
  async run(count) {
    const last = (await client.alerts.list({ limit: 1 })).alerts[0]?.id;
    void Promise.all(fresh.splice(0, count).map((id) => client.monitors.run({ id })));
    for (let made = 0; made < count; await pause(5)) {
      const { alerts } = await client.alerts.list({ limit: 100 });
      const known = alerts.findIndex(({ id }) => id === last);
      made = known === -1 ? alerts.length : known;
    }
  },
  /**
   * Makes `count` monitors due; resolves when the outcomes of all deliveries are stored. With
   * `time-claims.cjs`, `claims` are the processor seconds of SQL for claims.
   */
  async deliver(count) {
    globalThis.claimSeconds?.();
    const time = await timed(async () => {
      clock.advance(count * minute);
      await server.settled();
    });
    return { ...time, claims: globalThis.claimSeconds?.() };
  },
  /** Creates a monitor for each prompt; each response has a preview of its first results. */
  async create(prompts) {
    return timed(async () => {
      for (const prompt of prompts) await client.monitors.create({ prompt, on_demand: true });
    });
  },
  memory() {
    for (let times = 0; times < 3; times += 1) globalThis.gc();
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss, heap: heapUsed + external };
  },
});
