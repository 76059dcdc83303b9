import { setImmediate } from 'node:timers/promises';
import { ManualClock } from 'newswatch/server';
import { expect, it } from 'vitest';
import { silentLog } from '../../../../src/node/log.ts';
import { type LeavePlace, Scheduler } from '../../../../src/server/domain/scheduler.ts';
import { closing } from '../../../helpers/closing.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { startOfTime } from '../../../helpers/watch.ts';

const minute = 60_000;

/** A scheduler for these ids, all of them due. */
function schedulerOver(
  ids: readonly string[],
  run: (id: string, leavingPlace: LeavePlace) => Promise<void>,
) {
  const clock = new ManualClock(startOfTime);
  const due = ids.map((id) => ({ id }));
  const scheduler = new Scheduler({
    name: 'run',
    clock,
    log: silentLog,
    schedule: {
      claimDue: async (_now, _until, limit) => due.splice(0, limit),
      nextDue: async () => undefined,
    },
    run: ({ id }, leavingPlace) => run(id, leavingPlace),
  });
  closing({ close: () => scheduler.stop() });
  return { scheduler, clock, due };
}

const ticks = (count: number) => Array.from({ length: count }, (_, n) => `mon_${n}`);

it('does not block the event loop for more than one run, even if many are due', async () => {
  let turn = 0;
  const turns: number[] = [];
  const { scheduler } = schedulerOver(ticks(50), async () => {
    turns.push(turn);
  });
  const idle = scheduler.idle();
  while (turns.length < 50 && turn < 100_000) {
    turn += 1;
    await setImmediate();
  }
  await idle;
  expect(new Set(turns).size).toBe(50);
});

it('at most four runs are concurrent, and a long one does not delay the others', async () => {
  let endLongRun = () => {};
  const started: string[] = [];
  let [running, most] = [0, 0];
  const { scheduler } = schedulerOver(ticks(20), async (id) => {
    started.push(id);
    running += 1;
    most = Math.max(most, running);
    if (id === 'mon_0') await new Promise<void>((resolve) => (endLongRun = resolve));
    else await setImmediate();
    running -= 1;
  });
  scheduler.wake();
  await eventually(() => started.length === 20 && running === 1);
  expect(most).toBeLessThanOrEqual(4);
  endLongRun();
  await scheduler.idle();
  expect(running).toBe(0);
});

it('runs that wait for servers of feeds do not delay others', async () => {
  const endings: (() => void)[] = [];
  const started: string[] = [];
  const { scheduler } = schedulerOver([...ticks(100), 'good'], async (id, leavingPlace) => {
    started.push(id);
    if (id !== 'good') await leavingPlace(() => new Promise<void>((end) => endings.push(end)));
  });
  scheduler.wake();
  await eventually(() => started.includes('good'));
  expect(endings).toHaveLength(100);
  for (const end of endings) end();
  await scheduler.idle();
});

it('starts work on time that falls due during other work', async () => {
  let endLongRun = () => {};
  const started: string[] = [];
  const { scheduler, clock, due } = schedulerOver(ticks(1), async (id) => {
    started.push(id);
    if (id === 'mon_0') await new Promise<void>((resolve) => (endLongRun = resolve));
  });
  scheduler.wake();
  await eventually(() => started.length === 1);
  due.push({ id: 'later' });
  await setImmediate();
  await eventually(() => {
    clock.advance(minute);
    return started.length === 2;
  });
  expect(started).toEqual(['mon_0', 'later']);
  endLongRun();
  await scheduler.idle();
});

it('starts work at once that falls due while the next time is read', async () => {
  const clock = new ManualClock(startOfTime);
  const due = [{ id: 'first' }];
  const later = [{ id: 'later' }];
  const started: string[] = [];
  const scheduler = new Scheduler({
    name: 'run',
    clock,
    log: silentLog,
    schedule: {
      claimDue: async (_now, _until, limit) => due.splice(0, limit),
      nextDue: async () => {
        await setImmediate();
        due.push(...later.splice(0));
        scheduler.wake();
        return undefined;
      },
    },
    run: async ({ id }) => {
      started.push(id);
    },
  });
  closing({ close: () => scheduler.stop() });
  scheduler.wake();
  await eventually(() => started.includes('later'));
  await scheduler.stop();
  expect(started).toEqual(['first', 'later']);
});

it('stop starts nothing more and waits for the current runs', async () => {
  const ends: (() => void)[] = [];
  const { scheduler, due } = schedulerOver(ticks(10), async () => {
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  scheduler.wake();
  await eventually(() => ends.length === 4);
  let stopped = false;
  const stop = scheduler.stop().then(() => {
    stopped = true;
  });
  for (const end of ends.slice(0, 3)) end();
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  expect(stopped).toBe(false);
  ends[3]?.();
  await stop;
  expect(ends).toHaveLength(4);
  expect(due).toHaveLength(6);
});
