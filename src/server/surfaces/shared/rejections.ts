import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorStatus } from '../../../contract/error-status.ts';
import { type Log, silentLog } from '../../../node/log.ts';
import type { ApiError } from '../../domain/api-error.ts';
import { type Metrics, noMetrics } from '../../metrics/metrics.ts';
import { countRequest } from './count-request.ts';
import { redactPathForLog } from './redact-path.ts';
import { retryAfterOf } from './retry-after.ts';
import { securityHeaders } from './security-headers.ts';

interface RejectedRequest {
  request_id: string;
  /** Absent, like the path, if the head of the request is not known. */
  method?: string | undefined;
  path?: string;
  status: number;
}

/** Responds to requests that no surface handles. Counts and logs them like the others. */
export class Rejections {
  readonly metrics: Metrics;
  readonly #log: Log;

  constructor({ metrics, log }: { metrics: Metrics; log: Log }) {
    this.metrics = metrics;
    this.#log = log;
  }

  send({ method, url = '' }: IncomingMessage, response: ServerResponse, error: ApiError): void {
    const { status, headers, body } = errorParts(error);
    response.writeHead(status, headers).end(body);
    const path = redactPathForLog(url.replace(/\?.*$/s, ''));
    this.#note({ request_id: headers['x-request-id'], method, path, status });
  }

  /**
   * Responds on a TCP connection whose request could not be parsed, and closes it.
   *
   * @param status default: that of the error
   */
  end(socket: Duplex, error: ApiError, status: number = errorStatus[error.code]): void {
    const { headers, body } = errorParts(error);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`;
    socket.end(`${head}\r\n${body}`, () => socket.destroy());
    this.#note({ request_id: headers['x-request-id'], status });
  }

  /** The response to a request of which only the error is known. */
  response(error: ApiError): Response {
    const { status, headers, body } = errorParts(error);
    this.#note({ request_id: headers['x-request-id'], status });
    return new Response(body, { status, headers });
  }

  #note({ status, ...request }: RejectedRequest): void {
    countRequest(this.metrics, { operation: 'other', status, milliseconds: 0 });
    this.#log('info', 'request', { ...request, status, ms: 0 });
  }
}

/** Neither counts nor logs. */
export const silentRejections = new Rejections({ metrics: noMetrics, log: silentLog });

function errorParts(error: ApiError) {
  const seconds = retryAfterOf(error);
  const body = JSON.stringify(error);
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json',
    ...(seconds !== undefined && { 'retry-after': String(seconds) }),
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': randomUUID(),
    // The rest of the request is not read.
    connection: 'close',
  };
  return { status: errorStatus[error.code], headers, body };
}
