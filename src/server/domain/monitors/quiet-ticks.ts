import type { Context } from '../context.ts';
import { newId } from '../identifier.ts';
import { nextTick } from './next-tick.ts';

/** Number of ticks that end in one transaction. It takes a few milliseconds. */
const batchSize = 200;

/** Milliseconds of real time before another process may claim the ticks of a crashed one. */
const leaseTime = 10_000;

/**
 * Ends a batch of due ticks of monitors without matches.
 *
 * @returns whether there may be more
 */
export async function endQuietTicks({
  store,
  clock,
  matcher,
  metrics,
}: Pick<Context, 'store' | 'clock' | 'matcher' | 'metrics'>): Promise<boolean> {
  await matcher.match();
  const now = clock.now();
  const next = await store.monitors.nextDue();
  if (next === undefined || next > now) return false;
  const due = await store.monitors.claimQuiet(now, now + clock.scaled(leaseTime), batchSize);
  if (due.length === 0) return false;
  const isStored = await store.runs.recordQuiet(
    due.map((monitor) => ({
      run: { id: newId('run'), monitor_id: monitor.id, started_at: now, finished_at: clock.now() },
      tick: { lease_token: monitor.lease_token, next_run_at: nextTick(monitor, clock.now()) },
    })),
  );
  if (isStored) {
    const labels = { trigger: 'schedule', status: 'completed' };
    metrics.count('newswatch_runs_total', labels, due.length);
  }
  return isStored && due.length === batchSize;
}
