import { parseBaseUrl } from '../../client/base-url.ts';
import { buildRequest, type ServiceRequest } from '../../client/request.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Output } from '../output/output.ts';
import { formatResponse, type OutputFlags } from '../output/response-format.ts';

interface Showing {
  baseUrl: string;
  output: Output;
  flags: OutputFlags;
}

/** Prints the request that a call would send, its key concealed, and sends nothing. */
export function printRequest(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  { baseUrl, output, flags }: Showing,
): void {
  showRequest(buildRequest(operation, input), { baseUrl, output, flags });
}

/** The same for a request that is no operation's. */
export function showRequest(
  { method, path, body }: ServiceRequest,
  { baseUrl, output, flags }: Showing,
): void {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const url = parseBaseUrl(baseUrl) + path;
  const headers = { authorization: 'Bearer ***', ...type };
  const request = { method, url, headers, body: body === undefined ? null : JSON.parse(body) };
  output.text(formatResponse(JSON.stringify({ dry_run: true, request }), flags));
}
