import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { version } from '../../package.json';
import { createPool, createProxyAgent, sendRequest } from '../node/undici.ts';
import type { Deadline } from './deadline.ts';
import { InvalidResponseError } from './errors.ts';
import { redirectError, toNetworkError } from './network-error.ts';
import type { ServiceRequest } from './request.ts';

/** An answer of the service, its body as it came. */
export interface TransportResponse {
  status: number;
  /** `X-Request-Id`, for a report to the operator. */
  requestId: string | undefined;
  /** `Retry-After`, as it came. */
  retryAfter: string | undefined;
  /** `Date`, as it came: the service's clock. */
  date: string | undefined;
  text: string;
}

export interface SendOptions {
  /** When the exchange must have ended, from the look-up to the last byte; never, without one. */
  deadline?: Deadline | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends requests to one origin with one key, over kept-alive connections. Follows no redirect. */
export class Transport {
  readonly #origin: string;
  readonly #apiKey: string;
  readonly #proxy: string | undefined;
  #dispatcher: Promise<Dispatcher> | undefined;
  #closing: Promise<void> | undefined;

  /** @param proxy the URL of a proxy that is asked for a tunnel to the origin */
  constructor(origin: string, apiKey: string, proxy?: string) {
    this.#origin = origin;
    this.#apiKey = apiKey;
    this.#proxy = proxy;
  }

  /**
   * @throws {NetworkError} when no whole answer came
   * @throws {InvalidResponseError} when the answer is a redirect or is not UTF-8
   */
  async send(request: ServiceRequest, options: SendOptions): Promise<TransportResponse> {
    return this.#whole(options, async (signal) => {
      const answer = await this.#exchange(request, signal);
      const bytes = await answer.body.bytes();
      refuseRedirect(answer);
      return {
        status: answer.statusCode,
        requestId: header(answer, 'x-request-id'),
        retryAfter: header(answer, 'retry-after'),
        date: header(answer, 'date'),
        text: decode(answer.statusCode, bytes),
      };
    });
  }

  /**
   * The same exchange for a library that speaks `fetch`. An answer that is a stream of events is given
   * as it begins to come, every other one whole.
   *
   * @throws {NetworkError} when no whole answer came
   * @throws {InvalidResponseError} when the answer is a redirect
   */
  async fetch(request: ServiceRequest, options: SendOptions): Promise<Response> {
    return this.#whole(options, async (signal) => {
      const answer = await this.#exchange(request, signal);
      const isStream = header(answer, 'content-type')?.startsWith('text/event-stream');
      const body = isStream ? Readable.toWeb(answer.body) : await answer.body.bytes();
      refuseRedirect(answer);
      const { statusCode: status, headers } = answer;
      const isEmpty = body instanceof Uint8Array && body.length === 0;
      return new Response(isEmpty ? null : body, { status, headers: plain(headers) });
    });
  }

  async #whole<Result>(
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
    return sendRequest(await this.#dispatcher, {
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

function plain(headers: Dispatcher.ResponseData['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
}

function refuseRedirect({ statusCode }: Dispatcher.ResponseData): void {
  if (statusCode >= 300 && statusCode < 400) throw redirectError(statusCode);
}

function decode(status: number, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InvalidResponseError(status, `the answer (status ${status}) is not UTF-8 text`, {
      cause,
    });
  }
}
