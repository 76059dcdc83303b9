import { parseHostPort } from '../../node/host-port.ts';
import type { Log } from '../../node/log.ts';
import { type Metrics, noMetrics } from './metrics.ts';
import type { ObservedStore } from './prometheus.ts';

/** The metrics of a server, while it runs. */
export interface RunningMetrics {
  metrics: Metrics;
  /** The URL of the metrics; empty without an address. */
  served: { metricsUrl?: string };
  /** Reads another store for the next scrapes. */
  watch(store: ObservedStore, now: () => number): void;
  close(): Promise<void>;
}

/**
 * Starts a server for `GET /metrics`. Without an address, nothing is counted.
 *
 * @param address `host:port`
 * @throws {Error} a system error, such as `EADDRINUSE`
 */
export async function startMetrics(
  address: string | undefined,
  { log, ref = true }: { log: Log; ref?: boolean | undefined },
): Promise<RunningMetrics> {
  const parsed = address === undefined ? undefined : parseHostPort(address);
  if (!parsed) return { metrics: noMetrics, served: {}, watch() {}, async close() {} };
  const { PrometheusMetrics } = await import('./prometheus.ts');
  const { startMetricsServer } = await import('./metrics-server.ts');
  const metrics = new PrometheusMetrics();
  const { url, close } = await startMetricsServer(metrics, { ...parsed, log, ref });
  return {
    metrics,
    served: { metricsUrl: url },
    watch: (store, now) => metrics.watch(store, now),
    close,
  };
}
