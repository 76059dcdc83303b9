import type { Context, MiddlewareHandler } from 'hono';
import { newTrace, parseTrace, type TraceContext } from '../../../node/trace-context.ts';
import type { SpanOptions, Tracing } from '../../tracing/tracing.ts';
import { operationOfRequest } from '../http/operation-of-request.ts';
import type { AppEnv } from './hono-app.ts';
import { redactPathForLog } from './redact-path.ts';

/**
 * Sets the trace of each request, and handles it in a span by OpenTelemetry's conventions for HTTP servers.
 *
 * @param baseUrl the server's public origin
 */
export function requestSpans(tracing: Tracing, baseUrl: string): MiddlewareHandler<AppEnv> {
  const scheme = new URL(baseUrl).protocol.slice(0, -1);
  return (c, next) =>
    tracing.span(
      () => spanOptions(c, scheme),
      async (span) => {
        c.set('trace', span.trace ?? traceOf(c));
        await next();
        const { status } = c.res;
        span.set({ 'http.response.status_code': status });
        if (status >= 500) span.fail(String(status));
      },
    );
}

function spanOptions(c: Context<AppEnv>, scheme: string): SpanOptions {
  const { method, path } = c.req;
  const { operation, route } = operationOfRequest(c);
  return {
    // An operation has a name of its own; others are named as the conventions say.
    name: operation === route ? `${method} ${route}` : operation,
    kind: 'server',
    parent: c.env.incoming.headers,
    attributes: {
      'http.request.method': method,
      'url.path': redactPathForLog(path),
      'url.scheme': scheme,
      ...(route !== undefined && { 'http.route': route }),
    },
  };
}

function traceOf({ req }: Context<AppEnv>): TraceContext {
  return parseTrace(req.header('traceparent'), req.header('tracestate')) ?? newTrace();
}
