import type { IncomingMessage, ServerResponse } from 'node:http';

/** Thrown to reject a request with an error response. */
export class RequestRejection extends Error {
  override readonly name = 'RequestRejection';
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Milliseconds to wait for a sender that is still sending its body to read the response. */
const lingerTime = 500;

/**
 * Responds with a JSON error. If the body has not been read completely, the TCP connection cannot
 * be reused: it is closed after the sender has had time to read the response.
 */
export function sendRejection(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, message, headers }: RequestRejection,
): void {
  const body = JSON.stringify({ error: code, message });
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
  const timer = setTimeout(() => response.end(), lingerTime);
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => response.end());
  request.resume();
}
