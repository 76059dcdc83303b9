import { randomUUID } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { ApiError } from './domain/api-error.ts';
import type { Readiness } from './readiness.ts';
import { securityHeaders } from './surfaces/shared/security-headers.ts';

/** Seconds for `Retry-After`: most starts take less. */
const retryAfter = 1;

/**
 * Responds to requests while the server starts: with 200 at `/livez`, and with 503 everywhere else.
 * The bodies of requests are discarded.
 */
export function startingListener(readiness: Readiness): RequestListener {
  return async (request, response) => {
    request.resume();
    const path = (request.url ?? '').replace(/\?.*$/s, '');
    if (path === '/livez') return send(response, 200, { status: 'alive' });
    const body =
      path === '/readyz'
        ? await readiness.report()
        : new ApiError('unavailable', 'the server is starting; nothing was changed');
    response.setHeader('retry-after', retryAfter);
    send(response, 503, body);
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, {
      ...securityHeaders,
      'content-type': 'application/json',
      'x-request-id': randomUUID(),
      // The next request may get another server, or this one when it is ready.
      connection: 'close',
    })
    .end(JSON.stringify(body));
}
