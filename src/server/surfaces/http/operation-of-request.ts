import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { operationList } from '../../../contract/operations.ts';
import { routePattern } from './routes.ts';

const operations = new Map(
  operationList.map((each) => [`${each.method} ${routePattern(each)}`, each.name as string]),
);

interface RequestedOperation {
  /** The operation, or else the pattern of the route; `other` if no route has the path and method. */
  operation: string;
  /** The pattern of the route. */
  route?: string;
}

/** What a request is for. Known before it is handled, also if it is rejected. */
export function operationOfRequest(c: Context): RequestedOperation {
  // Handlers of any method are middleware, and those that respond with 405.
  const matched = matchedRoutes(c).find(({ method }) => method !== 'ALL');
  if (!matched) return { operation: 'other' };
  const { method, path } = matched;
  const route = path.replace(/\{.*\}$/, '');
  return { operation: operations.get(`${method} ${path}`) ?? route, route };
}
