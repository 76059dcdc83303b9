import { type Metrics, noMetrics } from '../../src/server/metrics/metrics.ts';

/** Metrics that record the names of the limits that rejected something. */
export function rejections(): { metrics: Metrics; rejected: string[] } {
  const rejected: string[] = [];
  const metrics: Metrics = {
    ...noMetrics,
    count(name, labels) {
      if (name === 'newswatch_rate_limited_total' && 'limit' in labels)
        rejected.push(String(labels.limit));
    },
  };
  return { metrics, rejected };
}
