import { parseBaseUrl } from '../client/base-url.ts';
import { requestFor } from '../client/request.ts';
import type { Operation } from '../contract/operation.ts';
import type { Output } from './output.ts';

/** Prints the request that a call would send, its key concealed, and sends nothing. */
export function printRequest(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  baseUrl: string,
  output: Output,
): void {
  const { method, path, body } = requestFor(operation, input);
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
