import { version } from '../../../../package.json';
import { once } from '../../../contract/once.ts';
import { openApiDocument } from '../../../contract/openapi/openapi-document.ts';
import type { Operation } from '../../../contract/operation.ts';
import { operationList } from '../../../contract/operations.ts';
import type { Service } from '../../domain/service.ts';
import { type Authenticate, authenticateBearer, bearerToken } from '../shared/bearer.ts';
import type { App } from '../shared/hono-app.ts';
import { methodNotAllowed } from '../shared/method-not-allowed.ts';
import { openApiPath } from './openapi-path.ts';
import { operationInput } from './operation-input.ts';

/** The HTTP surface: one route for each operation, and the OpenAPI document. */
export function addHttpRoutes(app: App, service: Service, authenticate: Authenticate): void {
  const document = once(() => JSON.stringify(openApiDocument(version)));
  app.get(openApiPath, (c) => c.body(document(), 200, { 'content-type': 'application/json' }));
  app.all(openApiPath, methodNotAllowed('GET'));

  const addRoutes = (operations: readonly Operation[]) => {
    for (const operation of operations) {
      app.on(operation.method, routePattern(operation), async (c) => {
        const token = bearerToken(c.req.header('authorization'));
        const principal = await authenticateBearer(token, (key) => authenticate(c, key));
        c.set('account', principal.account.id);
        const readInput = () => operationInput(operation, c);
        const call = () => service.call(operation, readInput, principal, c.req.raw.signal);
        // Others of the same address must not wait for the places of this account.
        const { json } = await c.get('place').leave(call);
        return c.body(json, 200, { 'content-type': 'application/json' });
      });
    }
    for (const operation of operations) {
      const samePath = operations.filter(({ path }) => path === operation.path);
      app.all(routePattern(operation), methodNotAllowed(...samePath.map(({ method }) => method)));
    }
  };
  // Patterns also match literal paths, so the literal paths are added first.
  addRoutes(operationList.filter(({ path }) => !path.includes('{')));
  addRoutes(operationList.filter(({ path }) => path.includes('{')));
}

/** The path of an operation in the syntax of Hono's router. */
export function routePattern({ path }: Operation): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
