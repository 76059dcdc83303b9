import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answer that is no 2xx. */
export interface Rejection {
  readonly status: number;
  readonly error: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Milliseconds that a sender gets to read a refusal while it still sends. */
const linger = 500;

/** 204, with nothing in it. */
export function accept(response: ServerResponse): void {
  response.writeHead(204).end();
}

/**
 * Answers with a JSON error. Where the body was not read to its end, the connection is of no more
 * use: it is closed, but not before the sender had time to read why.
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, error, message, headers }: Rejection,
): void {
  const body = JSON.stringify({ error, message });
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
    ...(request.complete ? {} : { Connection: 'close' }),
  });
  if (request.complete) {
    response.end(body);
    return;
  }
  response.write(body);
  const timer = setTimeout(() => response.end(), linger);
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => response.end());
  request.resume();
}
