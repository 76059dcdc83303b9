import type { MonitorRecord } from '../../store/store.ts';

const minute = 60_000;

/** The tick after the current one, in whole intervals. Ticks missed until `now` are skipped. */
export function nextTick(
  { next_run_at, every_minutes }: Pick<MonitorRecord, 'next_run_at' | 'every_minutes'>,
  now: number,
): number {
  const interval = (every_minutes ?? 0) * minute;
  const current = next_run_at ?? now;
  return current + (Math.floor(Math.max(now - current, 0) / interval) + 1) * interval;
}
