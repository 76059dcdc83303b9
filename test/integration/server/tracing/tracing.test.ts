import { context, propagation, SpanKind, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Log } from '../../../../src/node/log.ts';
import { startTracing } from '../../../../src/server/tracing/start-tracing.ts';
import { noTracing } from '../../../../src/server/tracing/tracing.ts';

const registry = Symbol.for('opentelemetry.js.api.1');

function recordingLog() {
  const lines: unknown[][] = [];
  const log: Log = (...line) => lines.push(line);
  return { log, lines };
}

it('without an SDK there are no spans, and nothing is logged', async () => {
  const { log, lines } = recordingLog();
  expect(await startTracing(log)).toBe(noTracing);
  expect(lines).toEqual([]);
});

it('with an SDK of an older API there are no spans, and the log says why', async () => {
  const { log, lines } = recordingLog();
  Object.assign(globalThis, { [registry]: { version: '1.0.0', trace: {} } });
  try {
    expect(await startTracing(log)).toBe(noTracing);
  } finally {
    Reflect.deleteProperty(globalThis, registry);
  }
  const reason = expect.stringContaining('an older @opentelemetry/api than newswatch');
  expect(lines).toEqual([['warn', 'no tracing', { reason }]]);
});

describe('when the server stops, spans that are not exported', () => {
  afterEach(() => {
    for (const api of [trace, context, propagation]) api.disable();
  });

  it.each([
    ['late', () => new Promise<void>(() => {}), 'the export has not ended within 2000 ms'],
    ['failed', () => Promise.reject(new Error('connect ECONNREFUSED')), 'connect ECONNREFUSED'],
  ])('are logged, if %s', async (_, forceFlush, reason) => {
    const { log, lines } = recordingLog();
    const idle = { onStart() {}, onEnd() {}, shutdown: async () => {} };
    new NodeTracerProvider({ spanProcessors: [{ ...idle, forceFlush }] }).register();
    const { close } = await startTracing(log);
    const started = performance.now();
    await close();
    expect(performance.now() - started).toBeLessThan(3000);
    expect(lines.slice(1)).toEqual([
      ['warn', 'spans not exported', { reason: expect.stringContaining(reason) }],
    ]);
  });
});

describe('with an SDK', () => {
  let exporter: InMemorySpanExporter;
  let provider: NodeTracerProvider;
  beforeEach(() => {
    exporter = new InMemorySpanExporter();
    provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    provider.register();
  });
  afterEach(async () => {
    for (const api of [trace, context, propagation]) api.disable();
    await provider.shutdown();
  });

  const parent = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

  it('the span of a request that the SDK records itself is a part of that one', async () => {
    const { span } = await startTracing(recordingLog().log);
    const outer = provider.getTracer('http').startSpan('GET');
    const headers = { traceparent: `00-${parent.traceId}-${parent.spanId}-01` };
    await context.with(trace.setSpan(context.active(), outer), () =>
      span(
        () => ({ name: 'news.search', kind: 'server', parent: headers }),
        async () => {},
      ),
    );
    const [inner] = exporter.getFinishedSpans();
    expect(inner?.kind).toBe(SpanKind.INTERNAL);
    expect(inner?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
  });

  it('a trace that its caller does not record is not recorded, but passed on', async () => {
    const { span } = await startTracing(recordingLog().log);
    const passed = await span(
      () => ({ name: 'run', parent: { ...parent, flags: '00', state: 'a=1' } }),
      async (each) => each.trace,
    );
    expect(passed).toMatchObject({ traceId: parent.traceId, flags: '00', state: 'a=1' });
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('an exception fails the span by its name, without its message', async () => {
    const { span } = await startTracing(recordingLog().log);
    const failing = span(
      () => ({ name: 'sweep' }),
      () => Promise.reject(new RangeError('the query of somebody')),
    );
    await expect(failing).rejects.toThrow(RangeError);
    const [failed] = exporter.getFinishedSpans();
    expect(failed?.attributes).toEqual({ 'error.type': 'RangeError' });
    expect(failed?.events).toEqual([]);
    expect(failed?.status).toEqual({ code: 2 });
  });
});
