import type { ServerResponse } from 'node:http';

/** An error response of the authorization server (RFC 6749, section 5.2). */
export interface OAuthError {
  status: number;
  error: string;
  error_description: string;
  /** Seconds. */
  retryAfter?: number;
}

export const storeUnavailable = {
  status: 503,
  error: 'temporarily_unavailable',
  error_description: 'the store is unavailable; try again',
  retryAfter: 5,
} as const satisfies OAuthError;

export function sendOAuthError(outgoing: ServerResponse, response: OAuthError): void {
  const { status, retryAfter, ...body } = response;
  if (retryAfter !== undefined) outgoing.setHeader('retry-after', String(retryAfter));
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify(body));
}
