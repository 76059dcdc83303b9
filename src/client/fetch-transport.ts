import { retryAfterSeconds } from '../contract/retry-after.ts';
import { parseUrl } from '../node/parse-url.ts';
import { TooLargeError } from '../node/too-large-error.ts';
import type { FetchFunction, FetchInit, FetchResponse } from './client-options.ts';
import { CallAbortedError, InvalidResponseError } from './errors.ts';
import { readFetchBody } from './fetch-body.ts';
import { fetchFailure } from './fetch-failure.ts';
import { invalidFetch } from './invalid-fetch.ts';
import { toNetworkError } from './network-error.ts';
import { onAbort } from './on-abort.ts';
import { redactError } from './redact-error.ts';
import type { ServiceRequest } from './request.ts';
import { requestHeaders } from './request-headers.ts';
import { bodyLimit, decodeBody, redirectError, rejectRedirect, tooLarge } from './response-body.ts';
import type { Redact, SendOptions, Transport, TransportResponse } from './transport.ts';

export interface FetchTransportOptions {
  /** The URL of the service, without a trailing slash. */
  baseUrl: string;
  apiKey: string;
  /** Default: `globalThis.fetch`, looked up for each request. */
  fetch?: FetchFunction | undefined;
}

export interface FetchTransportResponse extends TransportResponse {
  headers: Headers;
}

type ResponseHead = Omit<FetchTransportResponse, 'text'>;

/** What a request waits for. */
type Stage = 'idle' | 'response' | 'body';

/** Sends requests by a WHATWG `fetch`. Uses no Node modules. */
export class FetchTransport implements Transport<FetchTransportResponse> {
  readonly #options: FetchTransportOptions;
  #isClosed = false;

  constructor(options: FetchTransportOptions) {
    this.#options = options;
  }

  /** The deadline and the signal end the request even if `fetch` ignores its signal. */
  async send(
    request: ServiceRequest,
    { deadline, signal, redact = (text) => text }: SendOptions,
  ): Promise<FetchTransportResponse> {
    const { baseUrl, apiKey } = this.#options;
    const { method, path, body } = request;
    const controller = new AbortController();
    const init: FetchInit = {
      method,
      headers: requestHeaders(request, apiKey),
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: controller.signal,
    };
    let stage: Stage = 'idle';
    let stopListening = () => {};
    const aborted = new Promise<never>((_resolve, reject) => {
      const signals = [signal, deadline?.signal].filter((each) => each !== undefined);
      stopListening = onAbort(signals, reject);
    });
    aborted.catch(() => {});
    const exchange = async () => {
      if (this.#isClosed) throw closed();
      if (signal?.aborted || deadline?.signal.aborted) return aborted;
      stage = 'response';
      const url = `${baseUrl}${path}`;
      const response = await this.#fetch(url, init);
      if (controller.signal.aborted) cancel(response);
      checkResponse(response, url);
      stage = 'body';
      const head = headOf(response, redact);
      const bytes = await readBody(response, head, controller.signal);
      rejectRedirect(head.status, head);
      return { ...head, text: decodeBody(head.status, bytes, head) };
    };
    try {
      return await Promise.race([exchange(), aborted]);
    } catch (error) {
      const failure = this.#toError(error, stage, { deadline, signal, redact });
      controller.abort(failure);
      throw failure;
    } finally {
      stopListening();
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  /** A `fetch` may also throw, or return no promise. */
  async #fetch(url: string, init: FetchInit): Promise<unknown> {
    const { fetch = globalThis.fetch } = this.#options;
    if (typeof fetch === 'function') return fetch(url, init);
    throw invalidFetch('this runtime has no fetch: pass one as the option fetch');
  }

  #toError(
    error: unknown,
    stage: Stage,
    { deadline, signal, redact }: SendOptions & { redact: Redact },
  ): unknown {
    if (error instanceof InvalidResponseError) return error;
    const timeout = deadline?.signal.aborted === true && deadline.timeout;
    if (timeout === false && signal?.aborted) {
      return new CallAbortedError(signal.reason, stage !== 'idle');
    }
    const { baseUrl: origin } = this.#options;
    const { proxyError, ...failure } = fetchFailure(error);
    const { code } = failure;
    const notSent = stage === 'idle' ? 'idle' : failure.stage;
    return toNetworkError(proxyError ?? redactError(error, redact), {
      origin,
      timeout,
      code: redact(code),
      stage: stage === 'body' || (timeout !== false && stage !== 'idle') ? stage : notSent,
    });
  }
}

function headOf(response: FetchResponse, redact: Redact): ResponseHead {
  const headers = headersOf(response);
  const requestId = headers.get('x-request-id');
  return {
    status: response.status,
    headers,
    // A service may repeat the request in it.
    requestId: requestId === null ? undefined : redact(requestId),
    retryAfter: retryAfterSeconds(headers.get('retry-after') ?? undefined),
    date: headers.get('date') ?? undefined,
  };
}

/**
 * Checks what a `fetch` returned.
 *
 * @param url the URL of the request
 */
function checkResponse(response: unknown, url: string): asserts response is FetchResponse {
  if (!isResponse(response)) throw invalidFetch(`fetch returned ${describe(response)}`);
  // As in browsers: the status is hidden.
  if (response.type === 'opaqueredirect') throw redirectError(0);
  if (response.redirected !== true && isFrom(response, url)) return;
  const message = 'fetch followed a redirect, which may send the API key elsewhere';
  throw new InvalidResponseError(response.status, message);
}

function isFrom(response: FetchResponse, url: string): boolean {
  if (response.url === undefined || response.url === url) return true;
  const origin = parseUrl(response.url)?.origin;
  return origin === undefined || origin === new URL(url).origin;
}

async function readBody(
  response: FetchResponse,
  head: ResponseHead,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { status } = head;
  const limit = bodyLimit(status);
  try {
    return await readFetchBody(response, limit, signal);
  } catch (error) {
    throw error instanceof TooLargeError ? tooLarge(status, limit, head) : error;
  }
}

function isResponse(value: unknown): value is FetchResponse {
  if (typeof value !== 'object' || value === null) return false;
  const { status, type } = value as { status?: unknown; type?: unknown };
  return Number.isInteger(status) && (Number(status) >= 200 || type === 'opaqueredirect');
}

function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${value}, not a Response`;
  if (Reflect.get(value, 'type') === 'error') return 'Response.error(), which has no status';
  return 'an object without a status, not a Response';
}

/** Cancels the body of a response that arrives after the end of its call. */
function cancel(response: unknown): void {
  const { body } = Object(response) as { body?: { cancel?(): Promise<void> } | null };
  body?.cancel?.().catch(() => {});
}

function headersOf({ headers }: FetchResponse): Headers {
  const isComplete = typeof headers === 'object' && headers !== null && 'get' in headers;
  return isComplete ? (headers as Headers) : new Headers(headers as Record<string, string>);
}

function closed(): Error {
  return Object.assign(new Error('the client was closed'), { code: 'CLIENT_CLOSED' });
}
