import { expect, it } from 'vitest';
import { addRecords } from '../helpers/add-records.ts';
import { describeStores } from '../integration/server/store/contract/describe-stores.ts';
import {
  aMonitor,
  anAccount,
  anAlert,
  aResult,
  aRun,
} from '../integration/server/store/contract/records.ts';

const alertCount = 10_000;
const time = 5;

describeStores('alerts of one millisecond', (context) => {
  it(`docs/service.md §2.4: ${alertCount} have a time each, and are all found by moving \`since\``, {
    timeout: 240_000,
  }, async () => {
    const { alerts, monitors, runs } = context.store;
    await addRecords(context.store, { accounts: [anAccount('a')] });
    await monitors.create(aMonitor('m'));
    let next = 0;
    const recordSome = async () => {
      while (next < alertCount) {
        const id = `${next++}`;
        const run = aRun(`run ${id}`);
        const alert = anAlert(id, { run_id: run.id, created_at: time, results: [aResult(id)] });
        await runs.record({ run, alert, deliveries: [] });
      }
    };
    await Promise.all(Array.from({ length: 16 }, recordSome));

    const times: number[] = [];
    const limit = 100;
    for (let since = 0; ; ) {
      const query = { limit, since, order: 'oldest_first' } as const;
      const page = await alerts.list({ account_id: 'a', team_ids: [] }, query);
      const found = page.map(({ created_at }) => created_at);
      times.push(...found.slice(since === 0 ? 0 : 1));
      since = found.at(-1) ?? since;
      if (page.length < limit) break;
    }
    expect(times).toEqual(Array.from({ length: alertCount }, (_, index) => time + index));
  });
});
