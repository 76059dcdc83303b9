import { setTimeout as pause } from 'node:timers/promises';

/** Times of one kind of call, in milliseconds. */
export interface Latency {
  calls: number;
  failures: string[];
  p50: number;
  p99: number;
  max: number;
}

/**
 * Repeats a call until `signal` is aborted.
 *
 * @param delay milliseconds between two calls
 */
export async function latencyOf(
  call: (round: number) => Promise<unknown>,
  delay: number,
  signal: AbortSignal,
): Promise<Latency> {
  const times: number[] = [];
  const failures: string[] = [];
  for (let round = 1; !signal.aborted; round += 1) {
    const started = performance.now();
    await call(round).catch((error: unknown) => failures.push(String(error)));
    times.push(performance.now() - started);
    await pause(delay);
  }
  times.sort((a, b) => a - b);
  const quantile = (share: number) =>
    times[Math.min(Math.floor(share * times.length), times.length - 1)] ?? 0;
  return {
    calls: times.length,
    failures,
    p50: quantile(0.5),
    p99: quantile(0.99),
    max: quantile(1),
  };
}
