import type { Operation } from '../contract/operation.ts';

/** An HTTP request to the service, without origin and API key. */
export interface ServiceRequest {
  /** The HTTP method. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query string. */
  path: string;
  /** JSON text. */
  body?: string;
  /** In addition to those that every request has. */
  headers?: Readonly<Record<string, string>>;
}

/** Builds the path, query string and body of an operation from valid input. */
export function buildRequest(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): ServiceRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(rest.get(field));
    rest.delete(field);
    return encodeURIComponent(value);
  });
  const { method } = operation;
  if (method === 'GET') {
    const query = new URLSearchParams(
      [...rest].map(([field, value]): [string, string] => [field, String(value)]),
    );
    return { method, path: rest.size > 0 ? `${path}?${query}` : path };
  }
  const fields = Object.keys(operation.input.def.shape);
  const hasBody = fields.some((field) => !operation.path.includes(`{${field}}`));
  return { method, path, ...(hasBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}) };
}
