import type { Operation } from '../../../contract/operation.ts';
import { operationList } from '../../../contract/operations.ts';

/** Operations whose path is an address as it stands, and those whose path names one of many things. */
export const literalPaths = operationList.filter(({ path }) => !path.includes('{'));
export const openPaths = operationList.filter(({ path }) => path.includes('{'));

/** Where the description of this surface is, for anybody: it holds nothing of the user's. */
export const openApiPath = '/api/v1/openapi.json';

/** The router's notation of an operation's path. */
export function routePattern({ path }: Operation): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** What an address takes: a literal path is never the id of something. */
export function allowedMethods(path: string): string[] {
  if (path === openApiPath) return ['GET'];
  const literal = literalPaths.filter((operation) => operation.path === path);
  const operations = literal.length > 0 ? literal : openPaths.filter((each) => fits(each, path));
  return [...new Set(operations.map(({ method }) => method))];
}

function fits({ path: pattern }: Operation, path: string): boolean {
  const parts = path.split('/');
  const expected = pattern.split('/');
  return (
    expected.length === parts.length &&
    expected.every((part, index) => part.startsWith('{') || part === parts[index])
  );
}
