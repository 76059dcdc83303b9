import { beforeAll, describe, expect, it } from 'vitest';
import { countRepeated, countValues, killCount, killSeed, printSummary } from './kill-run.ts';
import { killServer, type Outcome } from './server-kills.ts';

const kills = killCount(50);
const good = ['prompt', 'slow', 'moody', 'listen'];

describe(`docs/receiver-cases.md, case 16: after ${kills} kills, most of them during an attempt`, () => {
  let outcome: Outcome;
  beforeAll(
    async () => {
      outcome = await killServer(kills, killSeed(20_261_121));
      const arrived = new Set(Object.values(outcome.arrivals).flat());
      const due = good.flatMap((name) => rowsOf(name));
      const stored = new Set(outcome.alerts.map(({ run_id }) => run_id));
      const missing = [...outcome.listed].filter((run) => !stored.has(run));
      printSummary('serve on SQLite and webhook listen', {
        kills: kills + outcome.listenerKills,
        events: outcome.outbox.length,
        lost: missing.length + due.filter(({ event_id }) => !arrived.has(event_id)).length,
        repeated: countRepeated(Object.values(outcome.arrivals).flat()),
      });
    },
    300_000 + kills * 5_000,
  );

  const rowsOf = (name: string) =>
    outcome.outbox.filter(({ channel_id }) => channel_id === outcome.channels[name]);
  const repeated = (ids: readonly string[]) =>
    [...countValues(ids)].filter(([, count]) => count > 1);

  it('every alert that the server has listed is still there', () => {
    const stored = new Set(outcome.alerts.map(({ run_id }) => run_id));
    expect(outcome.listed.size).toBeGreaterThan(10);
    expect([...outcome.listed].filter((run) => !stored.has(run))).toEqual([]);
  });

  it('every alert has exactly one event for each connection', () => {
    const runs = outcome.alerts.map(({ run_id }) => run_id).sort();
    for (const name of Object.keys(outcome.channels)) {
      expect(
        rowsOf(name)
          .map(({ run_id }) => run_id)
          .sort(),
      ).toEqual(runs);
    }
  });

  it.each(good)('every event arrives at the receiver %s', (name) => {
    const arrived = new Set(outcome.arrivals[name]);
    expect(rowsOf(name).filter(({ event_id }) => !arrived.has(event_id))).toEqual([]);
  });

  it('every event that arrives was stored for its receiver', () => {
    for (const [name, ids] of Object.entries(outcome.arrivals)) {
      const stored = new Set(rowsOf(name).map(({ event_id }) => event_id));
      expect(ids.filter((id) => !stored.has(id))).toEqual([]);
    }
  });

  it('each arrival was counted as an attempt, and attempts stay within their limits', () => {
    const attempts = new Map(outcome.outbox.map((row) => [row.event_id, row.attempts]));
    for (const [id, count] of countValues(Object.values(outcome.arrivals).flat())) {
      expect(count).toBeLessThanOrEqual(attempts.get(id) ?? 0);
    }
    for (const { round, attempts, round_attempts } of outcome.outbox) {
      expect(round).toBeLessThanOrEqual(8);
      expect(round_attempts).toBeLessThanOrEqual(3);
      expect(attempts).toBeLessThanOrEqual(3 * round);
    }
  });

  it('kills happened between claim and response, before the arrival and after it', () => {
    const arrived = countValues(outcome.arrivals['slow'] ?? []);
    const lost = rowsOf('slow').filter(
      ({ event_id, attempts }) => attempts > (arrived.get(event_id) ?? 0),
    );
    const again = repeated(outcome.arrivals['slow'] ?? []);
    expect(again.length).toBeGreaterThan(0);
    expect(lost.length + repeated(outcome.arrivals['prompt'] ?? []).length).toBeGreaterThan(0);
  });

  it('webhook listen handles each event once, except those it may have been handling when killed', () => {
    const handled = countValues(outcome.handled);
    const stored = rowsOf('listen').map(({ event_id }) => event_id);
    expect([...handled.keys()].sort()).toEqual(stored.sort());
    expect(repeated(outcome.accepted).length).toBeGreaterThan(0);
    const tooOften = [...handled].filter(
      ([id, count]) => count > 1 + (outcome.interrupted.get(id) ?? 0),
    );
    expect(tooOften).toEqual([]);
  });
});
