import type { Handler } from 'hono';
import { version } from '../../../../package.json';
import type { JsonSchema } from '../../../contract/json-schema.ts';
import { openApiDocument } from '../../../contract/openapi.ts';
import type { Operation } from '../../../contract/operation.ts';
import type { Service } from '../../domain/service.ts';
import { authenticateBearer, bearerToken } from '../bearer.ts';
import type { App } from '../hono-app.ts';
import { literalPaths, openApiPath, openPaths, routePattern } from './address.ts';
import { inputOf } from './input.ts';

/** The HTTP surface: a route for each operation of the table. */
export function addHttp(app: App, service: Service, refuseAddress: Handler): void {
  let description: JsonSchema | undefined;
  app.get(openApiPath, (c) => {
    description ??= openApiDocument({ version, serverUrl: '/' });
    return c.json(description);
  });

  const route = (operation: Operation) =>
    app.on(operation.method, routePattern(operation), async (c) => {
      const token = bearerToken(c.req.header('authorization'));
      const caller = await authenticateBearer(token, (key) => service.authenticate(key));
      c.set('account', caller.account.id);
      const { json } = await service.call(operation, await inputOf(operation, c.req), caller);
      return c.body(json, 200, { 'content-type': 'application/json' });
    });
  for (const operation of literalPaths) route(operation);
  for (const { path } of literalPaths) app.all(path, refuseAddress);
  for (const operation of openPaths) route(operation);
}
