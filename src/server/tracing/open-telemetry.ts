import type { IncomingHttpHeaders } from 'node:http';
import {
  type Span as ApiSpan,
  type Context,
  context,
  createTraceState,
  ProxyTracerProvider,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { version } from '../../../package.json';
import type { TraceContext } from '../../node/trace-context.ts';
import { ApiError } from '../domain/api-error.ts';
import type { Span, SpanAttributes, Tracing } from './tracing.ts';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

/**
 * Spans for an SDK.
 *
 * @param registered the provider that the SDK has registered
 * @throws {Error} if the SDK has an older `@opentelemetry/api`, whose registrations this one ignores
 */
export function openTelemetry(registered: object): Tracing {
  if (trace.getTracerProvider() !== registered) {
    throw new Error(
      'the OpenTelemetry SDK has an older @opentelemetry/api than newswatch; install both in one folder, so that they share it',
    );
  }
  const tracer = trace.getTracer('newswatch', version);
  return {
    async span(spanOptions, work) {
      const { name, kind = 'internal', attributes = {}, parent } = spanOptions();
      const outer = contextOf(parent);
      // The operator's SDK may have made a span of the request already.
      const isInner = kind === 'server' && trace.getActiveSpan() !== undefined;
      const options = { kind: isInner ? SpanKind.INTERNAL : kinds[kind], attributes };
      const span = new OpenSpan(tracer.startSpan(name, options, outer));
      try {
        return await context.with(trace.setSpan(outer, span.span), () => work(span));
      } catch (error) {
        span.fail(errorType(error));
        throw error;
      } finally {
        span.span.end();
      }
    },
    async close() {
      const provider = trace.getTracerProvider();
      const sdk: TracerProvider & { forceFlush?(): Promise<void> } =
        provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider;
      await sdk.forceFlush?.();
    },
  };
}

class OpenSpan implements Span {
  readonly span: ApiSpan;

  constructor(span: ApiSpan) {
    this.span = span;
  }

  get trace(): TraceContext {
    const { traceId, spanId, traceFlags, traceState } = this.span.spanContext();
    const state = traceState?.serialize();
    const flags = traceFlags.toString(16).padStart(2, '0');
    return { traceId, spanId, flags, ...(state && { state }) };
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  fail(type: string): void {
    this.span.setAttributes({ 'error.type': type }).setStatus({ code: SpanStatusCode.ERROR });
  }
}

function contextOf(parent: IncomingHttpHeaders | TraceContext | undefined): Context {
  if (!parent) return ROOT_CONTEXT;
  const active = context.active();
  const activeId = trace.getSpan(active)?.spanContext().spanId;
  if (!isTrace(parent)) {
    return activeId === undefined ? propagation.extract(ROOT_CONTEXT, parent) : active;
  }
  if (activeId === parent.spanId) return active;
  const { traceId, spanId, flags, state } = parent;
  const traceState = state === undefined ? {} : { traceState: createTraceState(state) };
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags,
    isRemote: true,
    ...traceState,
  });
}

function isTrace(parent: IncomingHttpHeaders | TraceContext): parent is TraceContext {
  return 'traceId' in parent;
}

/** Never the message, which may have data of users. */
function errorType(error: unknown): string {
  if (error instanceof ApiError) return error.code;
  return error instanceof Error ? error.name : '_OTHER';
}
