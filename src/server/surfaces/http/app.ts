import { randomUUID } from 'node:crypto';
import { Hono, type Context as HonoContext } from 'hono';
import type { Operation } from '../../../contract/operation.ts';
import { operationList } from '../../../contract/operations.ts';
import type { Log } from '../../log.ts';
import { Refusal } from '../../service/refusal.ts';
import type { Service } from '../../service/service.ts';
import { errorAnswer } from './error-answer.ts';
import { inputOf } from './input.ts';

interface Variables {
  requestId: string;
  account?: string;
}

export interface HttpOptions {
  service: Service;
  log: Log;
}

/** The HTTP surface: a route for each operation of the table, and the errors of the contract. */
export function createHttpApp({ service, log }: HttpOptions): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();

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

  for (const operation of literalPathsFirst(operationList)) {
    app.on(operation.method, routePattern(operation), async (c) => {
      const caller = await service.authenticate(bearerKey(c));
      if (!caller) throw unauthorized('the API key is unknown or was revoked');
      c.set('account', caller.account.id);
      return c.json(await service.call(operation, await inputOf(operation, c.req), caller));
    });
  }

  app.notFound((c) => {
    const allowed = allowedMethods(c.req.path);
    if (allowed.length === 0) {
      throw new Refusal('not_found', `there is nothing at ${shownPath(c.req.path)}`);
    }
    c.header('allow', allowed.join(', '));
    throw new Refusal('method_not_allowed', `${c.req.path} takes ${allowed.join(' or ')}`);
  });

  app.onError((error, c) => errorAnswer(error, c, log));
  return app;
}

/** A key may stand in the path (service document, "Authentication"): it is shown nowhere. */
function shownPath(path: string): string {
  return path.replace(/^\/mcp\/.+/s, '/mcp/***');
}

/** A literal path wins over `{id}`. */
function literalPathsFirst(list: readonly Operation[]): Operation[] {
  return [...list].sort(
    (one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')),
  );
}

function routePattern({ path }: Operation): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function allowedMethods(path: string): string[] {
  const methods = operationList
    .filter((operation) => pathMatches(operation, path))
    .map(({ method }) => method);
  return [...new Set(path === '/healthz' ? ['GET'] : methods)];
}

function pathMatches(operation: Operation, path: string): boolean {
  const pattern = operation.path.split('/');
  const parts = path.split('/');
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => part.startsWith('{') || part === parts[index])
  );
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
