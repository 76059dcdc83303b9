import type { Operation } from '../../../contract/operation.ts';
import { operationList } from '../../../contract/operations.ts';

/** Operations with a fixed path, and those with an `{id}` in it. */
export const literalPaths = operationList.filter(({ path }) => !path.includes('{'));
export const parameterPaths = operationList.filter(({ path }) => path.includes('{'));

/** Path of the OpenAPI document, which needs no authentication. */
export const openApiPath = '/api/v1/openapi.json';

/** The path of an operation in the syntax of Hono's router. */
export function routePattern({ path }: Operation): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** The methods of a path; a literal path wins over a pattern that matches it too. */
export function allowedMethods(path: string): string[] {
  if (path === openApiPath) return ['GET'];
  const literal = literalPaths.filter((operation) => operation.path === path);
  const matching =
    literal.length > 0 ? literal : parameterPaths.filter((each) => matches(each, path));
  return [...new Set(matching.map(({ method }) => method))];
}

function matches({ path: pattern }: Operation, path: string): boolean {
  const segments = path.split('/');
  const expected = pattern.split('/');
  return (
    expected.length === segments.length &&
    expected.every((segment, index) => segment.startsWith('{') || segment === segments[index])
  );
}
