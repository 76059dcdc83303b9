import type { Handler } from 'hono';
import { version } from '../../../../package.json';
import { once } from '../../../contract/once.ts';
import { openApiDocument } from '../../../contract/openapi.ts';
import type { Operation } from '../../../contract/operation.ts';
import type { Service } from '../../domain/service.ts';
import { authenticateBearer, bearerToken } from '../shared/bearer.ts';
import type { App } from '../shared/hono-app.ts';
import { literalPaths, openApiPath, parameterPaths, routePattern } from './paths.ts';
import { readInput } from './read-input.ts';

/** The HTTP surface: one route for each operation, and the OpenAPI document. */
export function addHttpRoutes(app: App, service: Service, rejectMethod: Handler): void {
  const description = once(() => openApiDocument({ version, serverUrl: '/' }));
  app.get(openApiPath, (c) => c.json(description()));

  const addRoute = (operation: Operation) =>
    app.on(operation.method, routePattern(operation), async (c) => {
      const token = bearerToken(c.req.header('authorization'));
      const principal = await authenticateBearer(token, (key) => service.authenticate(key));
      c.set('account', principal.account.id);
      const input = await readInput(operation, c.req);
      const { json } = await service.call(operation, input, principal);
      return c.body(json, 200, { 'content-type': 'application/json' });
    });
  // Before the patterns, which would match literal paths with another method.
  for (const operation of literalPaths) addRoute(operation);
  for (const { path } of literalPaths) app.all(path, rejectMethod);
  for (const operation of parameterPaths) addRoute(operation);
}
