import { randomUUID } from 'node:crypto';
import { Hono, type Context as HonoContext } from 'hono';
import { version } from '../../../../package.json';
import { openApiDocument } from '../../../contract/openapi.ts';
import type { Operation } from '../../../contract/operation.ts';
import type { Log } from '../../log.ts';
import { Refusal } from '../../service/refusal.ts';
import type { Service } from '../../service/service.ts';
import { shownPath } from '../shown-path.ts';
import { allowedMethods, literalPaths, openApiPath, openPaths, routePattern } from './address.ts';
import { errorAnswer } from './error-answer.ts';
import { inputOf } from './input.ts';

interface Variables {
  requestId: string;
  account?: string;
}

export interface HttpOptions {
  service: Service;
  log: Log;
  /** Adds the further surfaces of this origin: they are asked for what is no operation. */
  addBeside?: (app: HttpApp) => void;
}

type HttpApp = Hono<{ Variables: Variables }>;

/** The HTTP surface: a route for each operation of the table, and the errors of the contract. */
export function createHttpApp({ service, log, addBeside }: HttpOptions): HttpApp {
  const app: HttpApp = new Hono();

  app.use(async (c, next) => {
    const started = performance.now();
    c.set('requestId', randomUUID());
    await next();
    c.header('x-request-id', c.get('requestId'));
    c.header('cache-control', 'no-store');
    log('info', 'request', {
      request_id: c.get('requestId'),
      method: c.req.method,
      path: shownPath(c.req.path),
      status: c.res.status,
      account: c.get('account'),
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  });

  app.get('/healthz', async (c) => {
    await service.ping();
    return c.json({ status: 'ok' });
  });

  app.get(openApiPath, (c) => c.json(openApiDocument({ version, serverUrl: '/' })));

  const route = (operation: Operation) =>
    app.on(operation.method, routePattern(operation), async (c) => {
      const caller = await service.authenticate(bearerKey(c));
      if (!caller) throw unauthorized('the API key is unknown or was revoked');
      c.set('account', caller.account.id);
      return c.json(await service.call(operation, await inputOf(operation, c.req), caller));
    });
  for (const operation of literalPaths) route(operation);
  for (const { path } of literalPaths) app.all(path, refuseAddress);
  for (const operation of openPaths) route(operation);
  addBeside?.(app);
  app.notFound(refuseAddress);

  app.onError((error, c) => errorAnswer(error, c, log));
  return app;
}

/** @throws {Refusal} `method_not_allowed` or `not_found` */
function refuseAddress(c: HonoContext): never {
  const path = shownPath(c.req.path);
  const allowed = allowedMethods(c.req.path);
  if (allowed.length === 0) throw new Refusal('not_found', `there is nothing at ${path}`);
  c.header('allow', allowed.join(', '));
  throw new Refusal('method_not_allowed', `${path} takes ${allowed.join(' or ')}`);
}

function bearerKey(c: HonoContext): string {
  const header = c.req.header('authorization');
  if (header === undefined)
    throw unauthorized('this needs an API key: Authorization: Bearer <key>');
  const [, key] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  if (key === undefined)
    throw unauthorized('the Authorization header is not of the form Bearer <key>');
  return key;
}

function unauthorized(message: string): Refusal {
  return new Refusal('unauthorized', message);
}
