import type { ServerResponse } from 'node:http';

/** An error response of the authorization server (RFC 6749, section 5.2). */
export interface OAuthError {
  status: number;
  error: string;
  error_description: string;
  /** Seconds. */
  retryAfter?: number;
  /** The rest of the body is not read. */
  closesConnection?: boolean;
}

export const storeUnavailable = {
  status: 503,
  error: 'temporarily_unavailable',
  error_description: 'the store is unavailable; try again',
  retryAfter: 5,
} as const satisfies OAuthError;

export function sendOAuthError(outgoing: ServerResponse, response: OAuthError): void {
  const { status, retryAfter, closesConnection, ...body } = response;
  if (retryAfter !== undefined) outgoing.setHeader('retry-after', String(retryAfter));
  if (closesConnection) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify(body));
}
