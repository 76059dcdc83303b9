import type { LabelsOf, MetricName } from './metric-definitions.ts';

/** Counts what happens in the server, for the operator's monitoring (docs/operations/monitoring.md). */
export interface Metrics {
  /** Adds to a counter (default: 1). */
  count<Name extends MetricName<'counter'>>(
    name: Name,
    labels: LabelsOf<Name>,
    increment?: number,
  ): void;
  /** Adds a duration to a histogram. */
  observe<Name extends MetricName<'histogram'>>(
    name: Name,
    labels: LabelsOf<Name>,
    milliseconds: number,
  ): void;
}

/** For a server without metrics. */
export const noMetrics: Metrics = { count() {}, observe() {} };
