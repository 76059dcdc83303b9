import { hash, randomFillSync } from 'node:crypto';

/** The distributed trace that a request or a run is part of (W3C Trace Context). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** What work in the trace continues: the span of the caller, or of this server. 16 hexadecimal digits. */
  spanId: string;
  /** Whether the caller records the trace, and other bits: two hexadecimal digits. */
  flags: string;
  /** The caller's `tracestate`, passed on unchanged. */
  state?: string;
}

const pattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const zeros = /^0+$/;

/** Characters of a `tracestate` that is passed on. */
const maxState = 512;

/**
 * The trace of the caller; `undefined` if its `traceparent` is missing or not valid.
 *
 * @param state its `tracestate`: ignored if it is too long or not valid
 */
export function parseTrace(
  traceparent: string | undefined,
  state?: string | undefined,
): TraceContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    pattern.exec(traceparent ?? '') ?? [];
  // Later versions may add fields, and ff is none.
  if (version === undefined || version === 'ff' || (version === '00' && rest)) return undefined;
  if (zeros.test(traceId) || zeros.test(spanId)) return undefined;
  return { traceId, spanId, flags, ...(isTraceState(state) && { state }) };
}

/** Bytes of the ids of a new trace. */
const idBytes = 24;

/** Random bytes for the ids of the next traces, read at once: reading them for each request takes longer. */
const pool = Buffer.alloc(128 * idBytes);
let usedBytes = pool.length;

/** A new trace, not sampled: no caller asked to record it. */
export function newTrace(): TraceContext {
  if (usedBytes === pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  const ids = pool.toString('hex', usedBytes, usedBytes + idBytes);
  usedBytes += idBytes;
  return { traceId: ids.slice(0, 32), spanId: ids.slice(32), flags: '00' };
}

/** The trace that all attempts to deliver an event belong to, on every server. */
export function traceIdOfEvent(eventId: string): string {
  return hash('sha256', eventId).slice(0, 32);
}

/** The variables with which a program continues a trace. */
export function traceVariables(trace: TraceContext): Record<string, string> {
  const parent = { TRACEPARENT: traceparentOf(trace) };
  return trace.state === undefined ? parent : { ...parent, TRACESTATE: trace.state };
}

/** The trace without its state, in the format that {@link parseTrace} reads. */
export function traceparentOf({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${flags}`;
}

function isTraceState(text: string | undefined): text is string {
  return text !== undefined && text.length <= maxState && /^[\x20-\x7e]*=[\x20-\x7e]*$/.test(text);
}
