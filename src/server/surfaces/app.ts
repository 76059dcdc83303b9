import { randomUUID } from 'node:crypto';
import { Hono, type Context as HonoContext } from 'hono';
import type { Log } from '../../node/log.ts';
import { ApiError } from '../domain/api-error.ts';
import type { Service } from '../domain/service.ts';
import { errorResponse } from './error-response.ts';
import type { App } from './hono-app.ts';
import { allowedMethods } from './http/address.ts';
import { addHttp } from './http/routes.ts';
import type { HostPolicy } from './mcp/host-policy.ts';
import { addMcp, isMcpPath } from './mcp/routes.ts';
import { operationToolbox } from './mcp/toolbox.ts';
import { resourceOf } from './oauth/endpoints.ts';
import { bearerChallenge } from './oauth/metadata.ts';
import { loggedPath, shownPath } from './shown-path.ts';

interface AppOptions {
  /** The origin by which everybody reaches the server. */
  baseUrl: string;
  service: Service;
  log: Log;
  hosts: HostPolicy;
  /** Aborted when the server takes no new request and open streams must end. */
  stopping: AbortSignal;
  /** Adds further surfaces: they are asked for what these have no address for. */
  addBeside: (app: App) => void;
}

/** The surfaces in one application: they share the log, the request ids and the errors. */
export function createApp(options: AppOptions): App {
  const { baseUrl, service, log, hosts, stopping, addBeside } = options;
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
      path: loggedPath(c.req.path),
      status: c.res.status,
      account: c.get('account'),
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  });

  app.get('/healthz', async (c) => {
    await service.ping();
    return c.json({ status: 'ok' });
  });

  const toolbox = operationToolbox(service);
  const audience = resourceOf(baseUrl);
  const verify = (token: string) => service.authenticate(token, { audience });
  const verifyKey = (key: string) => service.authenticate(key);
  const challenge = (error?: 'invalid_token') => bearerChallenge(baseUrl, error);
  addMcp(app, { toolbox, log, hosts, verify, verifyKey, challenge, stopping });
  addHttp(app, service, (c) => {
    throw addressRefusal(c);
  });
  addBeside(app);
  // What is thrown where nothing was found passes by the log.
  app.notFound((c) => errorResponse(addressRefusal(c), c, log));
  app.onError((error, c) => errorResponse(error, c, log));
  return app;
}

/** `method_not_allowed` or `not_found`. */
function addressRefusal(c: HonoContext): ApiError {
  const path = shownPath(c.req.path);
  const allowed = methodsAt(c.req.path);
  if (allowed.length === 0) return new ApiError('not_found', `there is nothing at ${path}`);
  c.header('allow', allowed.join(', '));
  return new ApiError('method_not_allowed', `${path} takes ${allowed.join(' or ')}`);
}

function methodsAt(path: string): string[] {
  if (path === '/healthz') return ['GET'];
  return isMcpPath(path) ? ['POST'] : allowedMethods(path);
}
