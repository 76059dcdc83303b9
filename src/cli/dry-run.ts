import { parseBaseUrl } from '../client/base-url.ts';
import { requestFor, type ServiceRequest } from '../client/request.ts';
import type { Operation } from '../contract/operation.ts';
import type { Output } from './output.ts';

/** Prints the request that a call would send, its key concealed, and sends nothing. */
export function printRequest(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  baseUrl: string,
  output: Output,
): void {
  showRequest(requestFor(operation, input), baseUrl, output);
}

/** The same for a request that is no operation's. */
export function showRequest(
  { method, path, body }: ServiceRequest,
  baseUrl: string,
  output: Output,
): void {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  output.document(
    JSON.stringify({
      dry_run: true,
      request: {
        method,
        url: parseBaseUrl(baseUrl) + path,
        headers: { authorization: 'Bearer ***', ...type },
        body: body === undefined ? null : JSON.parse(body),
      },
    }),
  );
}
