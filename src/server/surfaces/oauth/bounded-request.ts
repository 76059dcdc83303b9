import { IncomingMessage } from 'node:http';
import { errorStatus } from '../../../contract/error-status.ts';
import { jsonExcess } from '../../../node/json-bounds.ts';
import { TooLargeError } from '../../../node/too-large-error.ts';
import { type BodyBudget, BodyRejectedError } from '../shared/body-budget.ts';
import { retryAfterOf } from '../shared/retry-after.ts';
import type { OAuthError } from './error-response.ts';
import { oauthLimits } from './limits.ts';

/** Checks the size of an authorization request; `undefined` if it is within the limits. */
export function authorizationProblem(query: string): OAuthError | undefined {
  const { maxAuthorizationQueryBytes, maxParameterLength } = oauthLimits;
  if (query.length > maxAuthorizationQueryBytes) {
    return invalid(400, `the query is longer than ${maxAuthorizationQueryBytes} bytes`);
  }
  const names = [...new URLSearchParams(query)]
    .filter(([name, value]) => Math.max(name.length, value.length) > maxParameterLength)
    .map(([name]) => name.slice(0, 50));
  if (names.length === 0) return undefined;
  return invalid(400, `${names[0]} is longer than ${maxParameterLength} characters`);
}

/**
 * Reads the body of a request and checks it. Returns a request with the same head and this body, for
 * a library that reads it again, or the error to respond with.
 *
 * @param code the code of the error if the body is beyond a limit
 */
export async function boundedRequest(
  incoming: IncomingMessage,
  bodies: BodyBudget,
  code: string,
): Promise<IncomingMessage | OAuthError> {
  const { maxBodyBytes } = oauthLimits;
  const message = `the body is larger than ${maxBodyBytes} bytes`;
  const tooLarge = { ...invalid(413, message), error: code };
  if (Number(incoming.headers['content-length'] ?? 0) > maxBodyBytes) return tooLarge;
  try {
    const body = await bodies.read(incoming, maxBodyBytes);
    const isJson = /json/i.test(incoming.headers['content-type'] ?? '');
    const excess = isJson ? jsonExcess(body, oauthLimits) : undefined;
    if (excess === undefined) return withBody(incoming, body);
    return { ...invalid(400, `the body ${excess}`), error: code };
  } catch (error) {
    if (error instanceof TooLargeError) return tooLarge;
    if (error instanceof BodyRejectedError) return bodyRejected(error);
    return invalid(400, 'the body was cut off');
  }
}

function bodyRejected(rejection: BodyRejectedError): OAuthError {
  const { code, message: error_description } = rejection;
  const error = code === 'rate_limited' ? code : 'temporarily_unavailable';
  const retryAfter = retryAfterOf(rejection) ?? 1;
  return { status: errorStatus[code], error, error_description, retryAfter };
}

function invalid(status: number, error_description: string): OAuthError {
  return { status, error: 'invalid_request', error_description };
}

function withBody(incoming: IncomingMessage, body: Buffer): IncomingMessage {
  const { socket, method, url, headers, rawHeaders, httpVersion } = incoming;
  const copy = new IncomingMessage(socket);
  copy.push(body);
  copy.push(null);
  const [httpVersionMajor, httpVersionMinor] = httpVersion.split('.').map(Number);
  return Object.assign(copy, {
    method,
    url,
    headers,
    rawHeaders,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    complete: true,
  });
}
