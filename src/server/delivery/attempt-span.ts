import { parseTrace, type TraceContext } from '../../node/trace-context.ts';
import type { ClaimedDelivery } from '../store/store.ts';
import type { Span, SpanOptions } from '../tracing/tracing.ts';
import type { AttemptOutcome } from './outcome.ts';

/** The trace of the request or run that led to a delivery; `undefined` if it has none. */
export function traceOf({ traceparent }: ClaimedDelivery): TraceContext | undefined {
  return traceparent === null ? undefined : parseTrace(traceparent);
}

/** The span of a request to a webhook, by OpenTelemetry's conventions for HTTP clients, without its URL. */
export function attemptSpan(claim: ClaimedDelivery): SpanOptions {
  const { event_id, channel_id, attempts } = claim;
  return {
    name: 'POST webhook',
    kind: 'client',
    parent: traceOf(claim),
    attributes: {
      'http.request.method': 'POST',
      'newswatch.event.id': event_id,
      'newswatch.connection.id': channel_id,
      ...(attempts > 1 && { 'http.request.resend_count': attempts - 1 }),
    },
  };
}

/** Adds the outcome to the span, and the trace of the span to the outcome. */
export function endingSpan(span: Span, outcome: AttemptOutcome): AttemptOutcome {
  const { status_code, error } = outcome;
  if (status_code !== null) span.set({ 'http.response.status_code': status_code });
  if (error !== null) span.fail(error);
  return span.trace ? { ...outcome, trace_id: span.trace.traceId } : outcome;
}
