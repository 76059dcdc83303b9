import type { Deadline } from './deadline.ts';
import type { ServiceRequest } from './request.ts';

export interface TransportResponse {
  status: number;
  /** The `X-Request-Id` header, to quote in a report to the operator. */
  requestId: string | undefined;
  /** Seconds, from the `Retry-After` header. */
  retryAfter: number | undefined;
  /** The unparsed `Date` header: the service's clock. */
  date: string | undefined;
  /** The body. */
  text: string;
}

/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

export interface SendOptions {
  /** Until when the whole response must have been received (default: no limit). */
  deadline?: Deadline | undefined;
  signal?: AbortSignal | undefined;
  /** For the texts of errors and of the request id (default: they are kept). */
  redact?: Redact | undefined;
}

/**
 * Sends requests to one service with one API key. `FetchTransport` sends those of the library,
 * `PoolTransport` those of the command line.
 */
export interface Transport<Response extends TransportResponse = TransportResponse> {
  /**
   * @throws {NetworkError} if no complete response was received
   * @throws {CallAbortedError} if the signal is aborted
   * @throws {InvalidResponseError} if the response is a redirect (never followed), too large or not
   * UTF-8
   */
  send(request: ServiceRequest, options: SendOptions): Promise<Response>;
  /** New requests fail. Those in progress continue. */
  close(): void;
}
