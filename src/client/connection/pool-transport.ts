import { Readable } from 'node:stream';
import { retryAfterSeconds } from '../../contract/retry-after.ts';
import { readBounded } from '../../node/read-bounded.ts';
import { TooLargeError } from '../../node/too-large-error.ts';
import { CallAbortedError, InvalidResponseError } from '../errors.ts';
import { dataOf, splitEvents } from '../event-stream.ts';
import { isSent, toNetworkError } from '../network-error.ts';
import type { ServiceRequest } from '../request.ts';
import { requestHeaders } from '../request-headers.ts';
import {
  bodyLimit,
  decodeBody,
  maxResponseSize,
  rejectRedirect,
  tooLarge,
} from '../response-body.ts';
import { checkResponseBounds } from '../response-bounds.ts';
import type { SendOptions, Transport, TransportResponse } from '../transport.ts';
import { ConnectionPool, type ExchangeError, type ResponseData } from './connection-pool.ts';
import { type ProxyServer, parseProxy } from './proxy.ts';

/** Sends requests to one service with one API key or none, over keep-alive connections. */
export class PoolTransport implements Transport {
  readonly #baseUrl: string;
  /** The path of the base URL, without a trailing slash. */
  readonly #prefix: string;
  readonly #apiKey: string | undefined;
  readonly #proxy: ProxyServer | undefined;
  readonly #connections: ConnectionPool;

  /**
   * @param baseUrl the URL of the service, without a trailing slash
   * @param proxy URL of a proxy to tunnel through (default: none)
   * @throws {SettingError} if the proxy is unusable
   */
  constructor(baseUrl: string, apiKey: string | undefined, proxy?: string) {
    const { origin } = new URL(baseUrl);
    this.#baseUrl = baseUrl;
    this.#prefix = baseUrl.slice(origin.length);
    this.#apiKey = apiKey;
    this.#proxy = proxy === undefined ? undefined : parseProxy(proxy);
    this.#connections = new ConnectionPool(origin, this.#proxy);
  }

  send(request: ServiceRequest, options: SendOptions): Promise<TransportResponse> {
    return this.#exchange(request, options, async (response) => {
      const { statusCode: status } = response;
      const details = detailsOf(response);
      const bytes = await readBody(response);
      rejectRedirect(status, details);
      const date = header(response, 'date');
      return { ...details, status, date, text: decodeBody(status, bytes, details) };
    });
  }

  /**
   * Like `send`, for a library that expects `fetch`. The body of a `text/event-stream` response is
   * streamed by events, others are buffered. The deadline and the signal also end a stream, which then fails
   * with a `NetworkError`, and it fails if an event exceeds the bounds of a body.
   *
   * @throws {NetworkError} if no complete response was received
   * @throws {CallAbortedError} if the signal is aborted
   * @throws {InvalidResponseError} if the response is a redirect, too large or has too many levels or
   * values
   */
  fetch(request: ServiceRequest, options: SendOptions): Promise<Response> {
    return this.#exchange(request, options, async (response) => {
      const type = header(response, 'content-type');
      const isStream = response.statusCode < 400 && type?.startsWith('text/event-stream');
      const body = isStream
        ? Readable.toWeb(Readable.from(this.#events(response, options)))
        : await readJsonBody(response);
      const { statusCode: status, headers } = response;
      rejectRedirect(status, detailsOf(response));
      const isEmpty = body instanceof Uint8Array && body.length === 0;
      return new Response(isEmpty ? null : body, { status, headers: headerEntries(headers) });
    });
  }

  /** Closes the keep-alive connections. */
  close(): void {
    this.#connections.close();
  }

  async #exchange<Result>(
    request: ServiceRequest,
    { deadline, signal }: SendOptions,
    read: (response: ResponseData) => Promise<Result>,
  ): Promise<Result> {
    const { method, path, body } = request;
    const options = {
      method,
      path: this.#prefix + path,
      headers: requestHeaders(request, this.#apiKey),
      ...(body === undefined ? {} : { body }),
    };
    const signals = [signal, deadline?.signal].filter((each) => each !== undefined);
    try {
      return await this.#connections.exchange(options, signals, read);
    } catch (error) {
      throw this.#toError(error as ExchangeError, { deadline, signal });
    }
  }

  async *#events(response: ResponseData, options: SendOptions): AsyncGenerator<Buffer> {
    try {
      yield* boundedEvents(response);
    } catch (cause) {
      throw this.#toError({ stage: 'body', cause }, options);
    }
  }

  /** The error for a failed exchange; that of a timeout says what the exchange waited for. */
  #toError(
    { stage, cause }: Pick<ExchangeError, 'stage' | 'cause'>,
    { deadline, signal }: SendOptions,
  ): unknown {
    if (cause instanceof InvalidResponseError) return cause;
    const timeout = deadline?.signal.aborted === true && deadline.timeout;
    if (timeout === false && signal?.aborted) {
      return new CallAbortedError(signal.reason, isSent(stage));
    }
    const [origin, proxy] = [this.#baseUrl, this.#proxy?.name];
    return toNetworkError(cause, { origin, proxy, stage, timeout });
  }
}

/** @throws {InvalidResponseError} if the body is too large */
async function readBody(response: ResponseData): Promise<Buffer> {
  const { statusCode, body } = response;
  const limit = bodyLimit(statusCode);
  try {
    return await readBounded(body, limit);
  } catch (error) {
    throw error instanceof TooLargeError ? tooLarge(statusCode, limit, detailsOf(response)) : error;
  }
}

/** @throws {InvalidResponseError} if the body is too large or has too many levels or values */
async function readJsonBody(response: ResponseData): Promise<Buffer> {
  const body = await readBody(response);
  checkResponseBounds(body, { ...detailsOf(response), status: response.statusCode });
  return body;
}

/** @throws {InvalidResponseError} if an event is too large or has too many levels or values */
async function* boundedEvents({ statusCode, body }: ResponseData): AsyncGenerator<Buffer> {
  try {
    for await (const event of splitEvents(body, maxResponseSize)) {
      checkResponseBounds(dataOf(event), { status: statusCode });
      yield event;
    }
  } catch (error) {
    throw error instanceof TooLargeError ? tooLarge(statusCode, maxResponseSize) : error;
  }
}

function detailsOf(response: ResponseData) {
  return {
    requestId: header(response, 'x-request-id'),
    retryAfter: retryAfterSeconds(header(response, 'retry-after')),
  };
}

function header({ headers }: ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function headerEntries(headers: ResponseData['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
}
