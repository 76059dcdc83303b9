import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { version } from '../../package.json';
import { createPool, createProxyAgent, dispatchRequest } from '../node/undici.ts';
import type { Deadline } from './deadline.ts';
import { InvalidResponseError } from './errors.ts';
import { redirectError, toNetworkError } from './network-error.ts';
import type { ServiceRequest } from './request.ts';

export interface TransportResponse {
  status: number;
  /** The `X-Request-Id` header, to quote in a report to the operator. */
  requestId: string | undefined;
  /** The unparsed `Retry-After` header. */
  retryAfter: string | undefined;
  /** The unparsed `Date` header: the service's clock. */
  date: string | undefined;
  /** The body. */
  text: string;
}

export interface SendOptions {
  /** Until when the whole response must have been received (default: no limit). */
  deadline?: Deadline | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends requests to one origin with one API key, over keep-alive connections. */
export class Transport {
  readonly #origin: string;
  readonly #apiKey: string;
  readonly #proxy: string | undefined;
  #dispatcher: Promise<Dispatcher> | undefined;
  #closing: Promise<void> | undefined;

  /** @param proxy URL of a proxy to tunnel through (default: none) */
  constructor(origin: string, apiKey: string, proxy?: string) {
    this.#origin = origin;
    this.#apiKey = apiKey;
    this.#proxy = proxy;
  }

  /**
   * @throws {NetworkError} if no complete response was received
   * @throws {InvalidResponseError} if the response is a redirect (never followed) or not UTF-8
   */
  async send(request: ServiceRequest, options: SendOptions): Promise<TransportResponse> {
    return this.#withErrors(options, async (signal) => {
      const response = await this.#exchange(request, signal);
      const bytes = await response.body.bytes();
      rejectRedirect(response);
      return {
        status: response.statusCode,
        requestId: header(response, 'x-request-id'),
        retryAfter: header(response, 'retry-after'),
        date: header(response, 'date'),
        text: decode(response.statusCode, bytes),
      };
    });
  }

  /**
   * Like `send`, for a library that expects `fetch`. The body of a `text/event-stream` response is
   * streamed, others are buffered.
   *
   * @throws {NetworkError} if no complete response was received
   * @throws {InvalidResponseError} if the response is a redirect
   */
  async fetch(request: ServiceRequest, options: SendOptions): Promise<Response> {
    return this.#withErrors(options, async (signal) => {
      const response = await this.#exchange(request, signal);
      const isStream = header(response, 'content-type')?.startsWith('text/event-stream');
      const body = isStream ? Readable.toWeb(response.body) : await response.body.bytes();
      rejectRedirect(response);
      const { statusCode: status, headers } = response;
      const isEmpty = body instanceof Uint8Array && body.length === 0;
      return new Response(isEmpty ? null : body, { status, headers: headerEntries(headers) });
    });
  }

  async #withErrors<Result>(
    { deadline, signal }: SendOptions,
    exchange: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const signals = [deadline?.signal, signal].filter((each) => each !== undefined);
    try {
      return await exchange(AbortSignal.any(signals));
    } catch (error) {
      if (error instanceof InvalidResponseError || signal?.aborted) throw error;
      const timeout = deadline?.signal.aborted === true && deadline.timeout;
      throw toNetworkError(error, { origin: this.#origin, timeout });
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#dispatcher?.then((dispatcher) => dispatcher.close());
    return this.#closing ?? Promise.resolve();
  }

  async #exchange(request: ServiceRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    this.#dispatcher ??=
      this.#proxy === undefined ? createPool(this.#origin) : createProxyAgent(this.#proxy);
    return dispatchRequest(await this.#dispatcher, {
      origin: this.#origin,
      method: request.method,
      path: request.path,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${this.#apiKey}`,
        'user-agent': `newswatch/${version}`,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      signal,
    });
  }
}

function header({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function headerEntries(headers: Dispatcher.ResponseData['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
}

function rejectRedirect({ statusCode }: Dispatcher.ResponseData): void {
  if (statusCode >= 300 && statusCode < 400) throw redirectError(statusCode);
}

function decode(status: number, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InvalidResponseError(status, `the response (status ${status}) is not UTF-8`, {
      cause,
    });
  }
}
