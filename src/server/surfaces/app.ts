import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Log } from '../../node/log.ts';
import { ApiError } from '../domain/api-error.ts';
import type { Service } from '../domain/service.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Readiness } from '../readiness.ts';
import type { Exchange } from '../testing/exchange.ts';
import type { NewExchange } from '../testing/new-exchange.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { operationOfRequest } from './http/operation-of-request.ts';
import { addHttpRoutes } from './http/routes.ts';
import type { AllowedHosts } from './mcp/allowed-hosts.ts';
import { addMcpRoutes } from './mcp/routes.ts';
import { operationTools } from './mcp/tools.ts';
import { addMetadataRoutes } from './oauth/metadata.ts';
import type { Authenticate } from './shared/bearer.ts';
import type { BodyBudget } from './shared/body-budget.ts';
import type { ClientAddresses } from './shared/client-addresses.ts';
import type { ConcurrencyLimit } from './shared/concurrency-limit.ts';
import { countRequest } from './shared/count-request.ts';
import { errorResponse } from './shared/error-response.ts';
import { applyFault } from './shared/faulty-response.ts';
import type { App, AppEnv } from './shared/hono-app.ts';
import { methodNotAllowed } from './shared/method-not-allowed.ts';
import { redactPath, redactPathForLog } from './shared/redact-path.ts';
import { type RequestRates, rateLimitHeaders } from './shared/request-rates.ts';
import { requestSpans } from './shared/request-spans.ts';
import type { SecretChecks } from './shared/secret-checks.ts';
import { securityHeaders } from './shared/security-headers.ts';

interface AppOptions {
  /** The server's public origin. */
  baseUrl: string;
  service: Service;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  readiness: Readiness;
  allowedHosts: AllowedHosts;
  clientDocuments?: boolean | undefined;
  /** Aborted when open streams must end. */
  stopping: AbortSignal;
  pages: App;
  addresses: ClientAddresses;
  bodies: BodyBudget;
  /** Requests of each address that run. */
  running: ConcurrencyLimit;
  secretChecks: SecretChecks;
  rates: RequestRates;
  newExchange: NewExchange;
}

/** What load balancers and supervisors ask again and again. */
const probePaths: readonly string[] = ['/healthz', '/livez', '/readyz'];

const commonHeaders = Object.entries(securityHeaders);

/** Seconds for `Retry-After` of a server that is not ready. */
const retryAfterUnready = 5;

/** Combines all surfaces in one app with shared request ids, log lines and error responses. */
export function createApp(options: AppOptions): App {
  const {
    service,
    log,
    metrics,
    tracing,
    pages,
    readiness,
    addresses,
    bodies,
    running,
    secretChecks,
  } = options;
  const app: App = new Hono();

  app.use(requestSpans(tracing, options.baseUrl));
  app.use(async (c, next) => {
    const started = performance.now();
    c.set('requestId', randomUUID());
    c.set('bodies', bodies);
    c.set('quotas', []);
    const exchange = options.newExchange(c.req, c.get('requestId'));
    if (exchange) c.set('exchange', exchange);
    // Headers of the response replace these. Adding them to the response would copy it.
    const { outgoing } = c.env;
    for (const [name, value] of commonHeaders) outgoing.setHeader(name, value);
    outgoing.setHeader('x-request-id', c.get('requestId'));
    await next();
    for (const [name, value] of rateLimitHeaders(c.get('quotas'))) outgoing.setHeader(name, value);
    if (exchange) await endExchange(c, exchange, options.stopping);
    const milliseconds = performance.now() - started;
    const { operation } = operationOfRequest(c);
    countRequest(metrics, { operation, status: c.res.status, milliseconds });
    const isProbe = probePaths.includes(c.req.path) && c.res.status === 200;
    log(isProbe ? 'debug' : 'info', 'request', {
      request_id: c.get('requestId'),
      trace_id: c.get('trace').traceId,
      method: c.req.method,
      path: redactPathForLog(c.req.path),
      status: c.res.status,
      account: c.get('account'),
      ms: Math.round(milliseconds * 10) / 10,
    });
  });

  // The probes of load balancers and supervisors do not wait for others.
  app.get('/healthz', async (c) => {
    await service.ping();
    return c.json({ status: 'ok' });
  });
  app.get('/livez', (c) => c.json({ status: 'alive' }));
  app.get('/readyz', async (c) => {
    const report = await readiness.report();
    if (report.status === 'ready') return c.json(report);
    c.header('retry-after', String(retryAfterUnready));
    return c.json(report, 503);
  });
  for (const path of probePaths) app.all(path, methodNotAllowed('GET'));

  // A request runs until its response starts, except while its body arrives: open streams and slow
  // bodies keep no others waiting.
  app.use(async (c, next) => {
    const { incoming } = c.env;
    const address = addresses.of(incoming);
    options.rates.take('address', address, c.get('quotas'));
    return running.run(address, async (place) => {
      c.set('place', place);
      if (incoming.socket.destroyed) return c.body(null, 400);
      return await next();
    });
  });

  const authenticate: Authenticate = async ({ env, get }, token, surface) => {
    const lookUp = () => service.authenticate(token, surface);
    const principal = await secretChecks.check(addresses.of(env.incoming), token, lookUp);
    if (!principal) return undefined;
    options.rates.take('key', principal.credential, get('quotas'));
    return { ...principal, exchange: get('exchange'), trace: get('trace') };
  };
  addMcpRoutes(app, { ...options, tools: operationTools(service, metrics, tracing), authenticate });
  addHttpRoutes(app, service, authenticate);
  addMetadataRoutes(app, options);
  app.route('/', pages);
  // Not thrown, because an error thrown here would bypass the logging middleware.
  app.notFound((c) => {
    const error = new ApiError('not_found', `there is no endpoint at ${redactPath(c.req.path)}`);
    return errorResponse(error, c, log);
  });
  app.onError((error, c) => errorResponse(error, c, log));
  return app;
}

async function endExchange(
  c: Context<AppEnv>,
  exchange: Exchange,
  stopping: AbortSignal,
): Promise<void> {
  const { fault } = exchange;
  const account = c.get('account');
  const isSent = fault?.response !== 'reset' && fault?.response !== 'hang';
  exchange.end(isSent ? (fault?.status ?? c.res.status) : null, account);
  if (fault?.response !== undefined) await applyFault(c, fault, stopping);
}
