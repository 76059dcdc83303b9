import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RealClock } from '../../../src/server/clock.ts';
import { ClockSync } from '../../../src/server/clock-sync.ts';
import { SimulatedMachine } from '../../helpers/simulated-time.ts';

const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function started(options: { rate?: number; databaseTime?: () => Promise<number> } = {}) {
  const machine = new SimulatedMachine();
  const clock = new RealClock(options.rate ?? 1, machine.time());
  const lines: { event: string; fields: unknown }[] = [];
  const sync = await ClockSync.start({
    clock,
    databaseTime: options.databaseTime,
    log: (_level, event, fields) => lines.push({ event, fields }),
  });
  const comparison = async () => {
    machine.pass(5000);
    await vi.advanceTimersByTimeAsync(5000);
  };
  return { machine, clock, sync, comparison, events: () => lines.map(({ event }) => event), lines };
}

/** A database whose clock runs correctly. */
function database(start: number) {
  const source = { time: start };
  return { source, databaseTime: async () => source.time };
}

it('sets the clock to the time of the database, and reports the skew of the machine once', async () => {
  const right = Date.parse('2026-03-01T12:00:00Z') - 14 * hour;
  const { clock, sync, comparison, lines, events } = await started(database(right));
  expect(clock.now()).toBeCloseTo(right, -2);
  expect(sync.problems()).toMatchObject([
    {
      reason: 'clock_skew',
      message: expect.stringContaining('50400 s ahead of the database'),
      system_time: expect.stringMatching(/^2026-03-01T1[12]:/),
      server_time: expect.stringMatching(/^2026-02-28T2[12]:/),
    },
  ]);
  await comparison();
  expect(events()).toEqual(['clock skew']);
  expect(lines[0]?.fields).toMatchObject({ reason: 'clock_skew' });
  sync.stop();
});

it('follows the database while the clock of the machine steps', async () => {
  const { source, databaseTime } = database(Date.parse('2026-03-01T12:00:00Z'));
  const { machine, clock, sync, comparison, events } = await started({ databaseTime });
  machine.system += 14 * hour;
  source.time += 8000;
  await comparison();
  expect(clock.now()).toBeCloseTo(source.time, -2);
  expect(events()).toEqual(['clock skew']);
  machine.system -= 20 * hour;
  sync.problems();
  machine.system += 6 * hour;
  expect(sync.problems()).toEqual([]);
  expect(events()).toEqual(['clock skew', 'clock skew', 'clock skew ended']);
  sync.stop();
});

it('keeps its own time while the database does not respond', async () => {
  let isAvailable = true;
  const { machine, clock, sync, comparison, events } = await started({
    databaseTime: async () => {
      if (isAvailable) return Date.parse('2026-03-01T12:00:00Z');
      throw new Error('no database');
    },
  });
  isAvailable = false;
  const before = clock.now();
  await comparison();
  expect(clock.now()).toBe(before + 5000);
  expect(events()).toEqual(['time of the database unknown']);
  expect(machine.system - clock.now()).toBeLessThan(1000);
  sync.stop();
});

it('ignores a response of the database that is late', async () => {
  const { source, databaseTime } = database(Date.parse('2026-03-01T12:00:00Z'));
  let responseTime = 0;
  const { clock, sync, comparison } = await started({
    databaseTime: async () => {
      const end = performance.now() + responseTime;
      vi.spyOn(performance, 'now').mockReturnValue(end);
      return databaseTime();
    },
  });
  const before = clock.now();
  source.time += 60_000;
  responseTime = 1100;
  await comparison();
  expect(clock.now()).toBe(before + 5000);
  responseTime = 900;
  await comparison();
  expect(clock.now()).toBeCloseTo(source.time, -3);
  sync.stop();
});

it('follows small steps of the system without a database, and only reports large ones', async () => {
  const { machine, clock, sync, comparison, events } = await started();
  machine.system += 2000;
  await comparison();
  expect(clock.now()).toBe(machine.system);
  machine.system += hour;
  await comparison();
  expect(clock.now()).toBe(machine.system - hour);
  expect(sync.problems()).toMatchObject([
    { message: expect.stringContaining('3600 s ahead of the time since the start') },
  ]);
  expect(events()).toEqual(['clock skew']);
  sync.stop();
});

it('applies the rate of the clock to the time of the database', async () => {
  const { source, databaseTime } = database(Date.parse('2026-03-01T12:00:00Z') + hour);
  const { clock, sync, comparison } = await started({ rate: 60, databaseTime });
  const start = clock.now();
  expect(start).toBeCloseTo(source.time, -2);
  source.time += 5000;
  await comparison();
  expect(clock.now() - start).toBeCloseTo(300_000, -4);
  sync.stop();
});
