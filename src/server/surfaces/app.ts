import { randomUUID } from 'node:crypto';
import { Hono, type Context as HonoContext } from 'hono';
import type { Log } from '../../node/log.ts';
import { ApiError } from '../domain/api-error.ts';
import type { Service } from '../domain/service.ts';
import { allowedMethods } from './http/paths.ts';
import { addHttpRoutes } from './http/routes.ts';
import type { AllowedHosts } from './mcp/allowed-hosts.ts';
import { addMcpRoutes, isMcpPath } from './mcp/routes.ts';
import { operationTools } from './mcp/tools.ts';
import { resourceOf } from './oauth/endpoints.ts';
import { addMetadataRoutes, bearerChallenge } from './oauth/metadata.ts';
import { errorResponse } from './shared/error-response.ts';
import type { App } from './shared/hono-app.ts';
import { redactPath, redactPathForLog } from './shared/redact-path.ts';

interface AppOptions {
  /** The server's public origin. */
  baseUrl: string;
  service: Service;
  log: Log;
  allowedHosts: AllowedHosts;
  /** Aborted when open streams must end. */
  stopping: AbortSignal;
  pages: App;
}

/** All surfaces in one application, with shared request ids, log lines and error responses. */
export function createApp(options: AppOptions): App {
  const { baseUrl, service, log, allowedHosts, stopping, pages } = options;
  const app: App = new Hono();

  app.use(async (c, next) => {
    const started = performance.now();
    c.set('requestId', randomUUID());
    await next();
    // c.header() would copy the response.
    c.res.headers.set('cache-control', 'no-store');
    c.res.headers.set('x-request-id', c.get('requestId'));
    log('info', 'request', {
      request_id: c.get('requestId'),
      method: c.req.method,
      path: redactPathForLog(c.req.path),
      status: c.res.status,
      account: c.get('account'),
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  });

  app.get('/healthz', async (c) => {
    await service.ping();
    return c.json({ status: 'ok' });
  });

  const audience = resourceOf(baseUrl);
  addMcpRoutes(app, {
    tools: operationTools(service),
    log,
    allowedHosts,
    verify: (token) => service.authenticate(token, { audience }),
    verifyKey: (key) => service.authenticate(key),
    challenge: (error) => bearerChallenge(baseUrl, error),
    stopping,
  });
  addHttpRoutes(app, service, (c) => {
    throw noRouteError(c);
  });
  addMetadataRoutes(app, baseUrl);
  app.route('/', pages);
  // An error thrown here would bypass the middleware that logs.
  app.notFound((c) => errorResponse(noRouteError(c), c, log));
  app.onError((error, c) => errorResponse(error, c, log));
  return app;
}

/** `method_not_allowed` or `not_found`. */
function noRouteError(c: HonoContext): ApiError {
  const path = redactPath(c.req.path);
  const allowed = methodsAt(c.req.path);
  if (allowed.length === 0) return new ApiError('not_found', `there is nothing at ${path}`);
  c.header('allow', allowed.join(', '));
  return new ApiError('method_not_allowed', `${path} supports ${allowed.join(' and ')} only`);
}

function methodsAt(path: string): string[] {
  if (path === '/healthz') return ['GET'];
  return isMcpPath(path) ? ['POST'] : allowedMethods(path);
}
