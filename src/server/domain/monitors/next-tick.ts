import type { MonitorRecord } from '../../store/store.ts';

const minute = 60_000;

/** The next tick of a recurring monitor, in step with earlier ones. Missed ticks are skipped. */
export function nextTick(
  { next_run_at, every_minutes }: Pick<MonitorRecord, 'next_run_at' | 'every_minutes'>,
  now: number,
): number {
  const interval = (every_minutes ?? 0) * minute;
  const last = next_run_at ?? now;
  return last + (Math.floor(Math.max(now - last, 0) / interval) + 1) * interval;
}
