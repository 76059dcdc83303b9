import { beforeAll, describe, expect, it } from 'vitest';
import { onPostgres, postgres } from '../../helpers/postgres.ts';
import { postgresPrograms } from '../../helpers/postgres-cluster.ts';
import { killServersOnDatabase, type Outcome } from './database-kills.ts';
import { countRepeated, killCount, killSeed, printSummary } from './kill-run.ts';

const seconds = killCount(60);

describe.skipIf(!postgres)(`three servers ${onPostgres}, one killed every second`, () => {
  let outcome: Outcome;
  beforeAll(
    async () => {
      outcome = await killServersOnDatabase(
        postgresPrograms() ?? '',
        seconds,
        killSeed(20_261_121),
      );
      const arrived = new Set([...outcome.arrivals.values()].flat());
      const alerted = new Set(outcome.alerted);
      printSummary('three servers on PostgreSQL', {
        kills: outcome.kills,
        events: outcome.deliveries.length,
        lost:
          outcome.news.filter((id) => !alerted.has(id)).length +
          outcome.deliveries.filter(({ event_id }) => !arrived.has(event_id)).length,
        repeated: countRepeated([...outcome.arrivals.values()].flat()),
      });
    },
    600_000 + seconds * 5_000,
  );

  it('recover from many kills', () => {
    expect(outcome.kills).toBeGreaterThan(seconds / 4);
    expect(outcome.news.length).toBeGreaterThan(40);
    expect(outcome.listed.size).toBeGreaterThan(10);
  });

  it('every alert that one of them has listed is still there', () => {
    const stored = new Set(outcome.events.map(({ run_id }) => run_id));
    expect([...outcome.listed].filter((run) => !stored.has(run))).toEqual([]);
  });

  it('every news item was alerted once', () => {
    expect(outcome.alerted.toSorted()).toEqual(outcome.news.toSorted());
  });

  it('every alert has exactly one event for each connection, and each is delivered', () => {
    expect(outcome.events.filter(({ count }) => count !== 20)).toEqual([]);
    expect(outcome.deliveries.filter(({ status }) => status !== 'delivered')).toEqual([]);
  });

  it('every event arrives at its receiver, and each arrival was counted as an attempt', () => {
    for (const { event_id, channel_id, attempts } of outcome.deliveries) {
      const arrived = outcome.arrivals.get(channel_id)?.filter((id) => id === event_id).length ?? 0;
      expect(arrived).toBeGreaterThan(0);
      expect(arrived).toBeLessThanOrEqual(attempts);
    }
  });

  it('no tick was run twice', () => {
    const ticks = outcome.ticks.map(({ monitor_id, tick }) => `${monitor_id} ${tick}`);
    expect(ticks.length).toBeGreaterThan(200);
    expect(ticks.filter((tick, at) => ticks.indexOf(tick) !== at)).toEqual([]);
  });
});
