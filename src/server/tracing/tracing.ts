import type { IncomingHttpHeaders } from 'node:http';
import type { TraceContext } from '../../node/trace-context.ts';

/** Never keys, secrets, queries, or addresses of endpoints: others than the operator may read spans. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  /** One of few names: never an id. */
  name: string;
  /** Default: `internal`. */
  kind?: 'server' | 'client' | 'internal';
  attributes?: SpanAttributes;
  /** What the span continues: the headers of a request, or a trace (default: it begins a trace). */
  parent?: IncomingHttpHeaders | TraceContext | undefined;
}

/** Work in a trace, while it runs. */
export interface Span {
  /** For the work that it leads to; `undefined` if the server makes no spans. */
  readonly trace: TraceContext | undefined;
  set(attributes: SpanAttributes): void;
  /** @param type a stable code, such as `timeout` */
  fail(type: string): void;
}

/** Makes spans of what happens in the server, for the operator's monitoring (docs/operations/monitoring.md). */
export interface Tracing {
  /**
   * Does the work in a span that ends with it. An error is passed on, and fails the span.
   *
   * @param options called only if the server makes spans
   */
  span<Result>(options: () => SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>;
  /** Resolves when the spans that have ended are exported. */
  close(): Promise<void>;
}

const noSpan: Span = { trace: undefined, set() {}, fail() {} };

/** For a server without spans. */
export const noTracing: Tracing = { span: (_, work) => work(noSpan), async close() {} };
