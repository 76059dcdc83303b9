import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { AppEnv } from './hono-app.ts';

/** What every answer says besides its body, of whatever surface. */
export function commonHeaders(c: Context<AppEnv>) {
  return { 'cache-control': 'no-store', 'x-request-id': c.get('requestId') };
}

/**
 * Answers with JSON at once. The web's `Response` would make a stream of the text and read it again,
 * which takes longer than all the rest of most requests.
 *
 * @returns what stands for the answer: see {@link isAlreadySent}
 */
export function sendJson(c: Context<AppEnv>, json: string): Response {
  const { outgoing } = c.env;
  outgoing.writeHead(200, {
    ...commonHeaders(c),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
  });
  outgoing.end(json);
  return RESPONSE_ALREADY_SENT;
}

/** Whether it only stands for an answer that has gone, and is the same for all of those. */
export function isAlreadySent(response: Response): boolean {
  return response === RESPONSE_ALREADY_SENT;
}
