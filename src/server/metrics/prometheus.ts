import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../../../package.json';
import type { Store } from '../store/store.ts';
import { BacklogReader } from './backlog-reader.ts';
import { type LabelsOf, type MetricName, metricDefinitions } from './metric-definitions.ts';
import type { Metrics } from './metrics.ts';

/** The parts of a store that metrics read. */
export type ObservedStore = Pick<Store, 'backlog' | 'activity'>;

/** Metrics in the text format of Prometheus. */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #counters = new Map<string, Counter>();
  readonly #histograms = new Map<string, Histogram>();
  readonly #gauges = new Map<string, Gauge>();
  #store: ObservedStore | undefined;
  #backlogs: BacklogReader | undefined;
  #text: Promise<string> | undefined;

  constructor() {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    for (const name of misnamed) this.#registry.removeSingleMetric(name);
    for (const [name, { kind, help, labels: labelNames, ...rest }] of Object.entries(
      metricDefinitions,
    )) {
      const options = { name, help, labelNames, registers };
      if (kind === 'counter') this.#counters.set(name, new Counter(options));
      else if (kind === 'gauge') this.#gauges.set(name, new Gauge(options));
      else {
        const buckets = 'buckets' in rest ? [...rest.buckets] : [];
        this.#histograms.set(name, new Histogram({ ...options, buckets }));
      }
    }
    this.#set('newswatch_build_info', { version }, 1);
  }

  count<Name extends MetricName<'counter'>>(
    name: Name,
    labels: LabelsOf<Name>,
    increment = 1,
  ): void {
    this.#counters.get(name)?.inc(labels, increment);
  }

  observe<Name extends MetricName<'histogram'>>(
    name: Name,
    labels: LabelsOf<Name>,
    milliseconds: number,
  ): void {
    this.#histograms.get(name)?.observe(labels, milliseconds / 1000);
  }

  /**
   * Reads this store for scrapes from now on.
   *
   * @param now the time, in milliseconds since the epoch
   */
  watch(store: ObservedStore, now: () => number): void {
    this.#store = store;
    this.#backlogs = new BacklogReader(() => store.backlog(now()));
  }

  readonly contentType = this.#registry.contentType;

  /** Concurrent scrapes share one text. */
  text(): Promise<string> {
    this.#text ??= this.#newText().finally(() => {
      this.#text = undefined;
    });
    return this.#text;
  }

  async #newText(): Promise<string> {
    this.#setActivity();
    await this.#setBacklog();
    return this.#registry.metrics();
  }

  #setActivity(): void {
    if (!this.#store) return;
    const { errors, connections } = this.#store.activity();
    const counter = this.#counters.get('newswatch_database_errors_total');
    counter?.reset();
    for (const [kind, count] of Object.entries(errors)) counter?.inc({ kind }, count);
    if (!connections) return;
    const { in_use, idle, waiting } = connections;
    this.#set('newswatch_database_connections', { state: 'in_use' }, in_use);
    this.#set('newswatch_database_connections', { state: 'idle' }, idle);
    this.#set('newswatch_database_connection_waiters', {}, waiting);
  }

  /** Without a reading, the gauges are absent: an old value would look like a current one. */
  async #setBacklog(): Promise<void> {
    if (!this.#backlogs) return;
    const backlog = await this.#backlogs.backlog();
    this.#set('newswatch_store_up', {}, backlog ? 1 : 0);
    if (!backlog) {
      for (const name of backlogGauges) this.#gauges.get(name)?.remove();
      this.#gauges.get('newswatch_outbox_deliveries')?.reset();
      return;
    }
    const { deliveries, tick_overdue, unmatched } = backlog;
    const { waiting, due, in_flight, overdue } = deliveries;
    const states = { waiting: waiting - due, due, in_flight };
    for (const [state, count] of Object.entries(states)) {
      this.#set('newswatch_outbox_deliveries', { state }, count);
    }
    this.#set('newswatch_outbox_oldest_due_seconds', {}, overdue / 1000);
    this.#set('newswatch_tick_lag_seconds', {}, tick_overdue / 1000);
    this.#set('newswatch_matching_lag_items', {}, unmatched);
  }

  #set<Name extends MetricName<'gauge'>>(name: Name, labels: LabelsOf<Name>, value: number): void {
    this.#gauges.get(name)?.set(labels, value);
  }
}

/** Gauges with the names of counters, to which `promtool check metrics` objects: sums of others. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

const backlogGauges = [
  'newswatch_outbox_oldest_due_seconds',
  'newswatch_tick_lag_seconds',
  'newswatch_matching_lag_items',
] as const;
