import { describe, expect, it } from 'vitest';
import { alertedMonitors } from '../../../../../src/server/domain/briefings/alerted-monitors.ts';
import type { AlertRecord, AlertStore } from '../../../../../src/server/store/store.ts';

const viewer = { account_id: 'a', team_ids: [] };
const period = { from: 1000, to: 2000 };

function anAlert(created_at: number, monitor_id: string, titles: string[]): AlertRecord {
  return {
    id: `alert_${created_at}`,
    owner_id: 'a',
    team_id: null,
    monitor_id,
    monitor_title: monitor_id,
    run_id: 'run',
    created_at,
    results: titles.map((title) => ({
      key: title,
      title,
      summary: '',
      links: [],
      publication_date: null,
    })),
  };
}

/** A store with these alerts, sorted from newest to oldest. */
function storeWith(alerts: readonly AlertRecord[]): Pick<AlertStore, 'list'> {
  const rows = alerts.map((alert, index) => ({ ...alert, sequence: alerts.length - index }));
  return {
    list: async (_viewer, { since = 0, until = 0, after, limit }) =>
      rows
        .filter(({ created_at }) => created_at >= since && created_at <= until)
        .filter(({ sequence }) => !after || sequence < after.sequence)
        .slice(0, limit),
  };
}

describe('the monitors with alerts in a period', () => {
  it('have the newest results, best first in each alert, once for each title', async () => {
    const store = storeWith([
      anAlert(1900, 'm', ['A', 'B']),
      anAlert(1800, 'n', ['Z']),
      anAlert(1700, 'm', ['a!', 'C', 'D', 'E', 'F', 'G']),
    ]);
    const found = await alertedMonitors(store, viewer, period);
    expect(found).toMatchObject([
      { monitor_id: 'm', alerts: 2, result_count: 8 },
      { monitor_id: 'n', alerts: 1, result_count: 1 },
    ]);
    expect(found[0]?.results.map(({ title }) => title)).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  it('do not include alerts before or at the end of the period', async () => {
    const store = storeWith(
      [2000, 1999, 1000, 999].map((time) => anAlert(time, `m${time}`, ['A'])),
    );
    const found = await alertedMonitors(store, viewer, period);
    expect(found.map(({ monitor_id }) => monitor_id)).toEqual(['m1999', 'm1000']);
  });

  it('count any number of alerts', async () => {
    const store = storeWith(
      Array.from({ length: 950 }, (_, n) => anAlert(1999 - n, 'm', [`${n}`])),
    );
    const found = await alertedMonitors(store, viewer, period);
    expect(found).toMatchObject([{ alerts: 950, result_count: 950 }]);
  });
});
