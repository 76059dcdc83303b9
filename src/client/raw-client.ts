import type { Operation } from '../contract/operation.ts';
import { handleEvents } from '../node/handle-events.ts';
import { checkApiKey } from './api-key.ts';
import { parseBaseUrl } from './base-url.ts';
import { Deadline } from './deadline.ts';
import { CallAbortedError, InvalidResponseError } from './errors.ts';
import { toNetworkError } from './network-error.ts';
import { buildRequest, type ServiceRequest } from './request.ts';
import { checkResponseBounds } from './response-bounds.ts';
import { Transport, type TransportResponse } from './transport.ts';
import { type CallAttempt, withRetries } from './with-retries.ts';

export interface RawClientOptions {
  /** The origin of the service: `https://…`, or plain http on a loopback address. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer …`, only to this origin. */
  apiKey: string;
  /**
   * URL of a proxy to tunnel through: http, https, socks5 (this machine looks up the host name) or
   * socks5h (the proxy does), with an optional user name and password (default: none).
   */
  proxy?: string | undefined;
  /** Milliseconds for a whole call, including its retries, from 1 to 86,400,000 (default: 30,000). */
  timeout?: number | undefined;
  /**
   * Retries for requests that are safe to repeat (default: 2): reads after 429, 5xx and network
   * errors, writes after 429 or if nothing was sent. Waits as long as `Retry-After` says, otherwise
   * with exponential backoff; gives up if the timeout would end first.
   */
  retries?: number | undefined;
  /** Called after each attempt. */
  onAttempt?: ((request: ServiceRequest, attempt: CallAttempt) => void) | undefined;
}

interface RawCallOptions {
  signal?: AbortSignal | undefined;
  /** The end of the call (default: `timeout` from now). */
  deadline?: Deadline;
}

export interface ServiceResponse extends TransportResponse {
  /** The parsed JSON of `text`. */
  body: unknown;
}

/** Calls operations by their declaration. The typed client and the command line are built on it. */
export interface RawClient {
  /**
   * Returns the response with any status code.
   *
   * @param input valid input; it is not validated again
   * @throws {NetworkError} if no complete response was received
   * @throws {CallAbortedError} if the signal is aborted
   * @throws {InvalidResponseError} if the response is a redirect or its body is not JSON, is too large
   * or has too many levels or values
   */
  call(
    operation: Operation,
    input: Readonly<Record<string, unknown>>,
    options?: RawCallOptions,
  ): Promise<ServiceResponse>;
  /**
   * Sends any request; the effect decides whether it is retried. The body of the response is
   * `undefined` if the status is 204.
   */
  send(
    request: ServiceRequest,
    kind: Pick<Operation, 'effect'>,
    options?: RawCallOptions,
  ): Promise<ServiceResponse>;
  /** Closes the keep-alive connections. Calls in progress continue. */
  close(): Promise<void>;
}

/** @throws {SettingError} if the base URL, the API key or the proxy is unusable */
export function createRawClient(options: RawClientOptions): RawClient {
  const { baseUrl, apiKey, proxy, timeout = 30_000, retries = 2, onAttempt } = options;
  const origin = parseBaseUrl(baseUrl);
  const transport = new Transport(origin, checkApiKey(apiKey), proxy);

  function exchange(
    request: ServiceRequest,
    operation: Pick<Operation, 'effect'>,
    parseBody: (response: TransportResponse) => unknown,
    { signal, deadline = new Deadline(timeout) }: RawCallOptions = {},
  ): Promise<ServiceResponse> {
    const send = async () => {
      const response = await transport.send(request, { deadline, signal });
      const body = parseBody(response);
      // No timer or abort fires while the response is parsed.
      await handleEvents();
      if (deadline.remaining <= 0) {
        const late = new Error('the response was complete after the timeout');
        throw toNetworkError(late, { origin, stage: 'body', timeout: deadline.timeout });
      }
      if (signal?.aborted) throw new CallAbortedError(signal.reason, true);
      return { ...response, body };
    };
    return withRetries(send, {
      operation,
      retries,
      deadline,
      signal,
      onAttempt: (attempt) => onAttempt?.(request, attempt),
    });
  }

  return {
    call: (operation, input, options) =>
      exchange(buildRequest(operation, input), operation, parse, options),
    send: (request, kind, options) => exchange(request, kind, parseUnlessEmpty, options),
    close: async () => transport.close(),
  };
}

/** A response with status 204 has no body (RFC 9110, section 15.3.5). */
function parseUnlessEmpty(response: TransportResponse): unknown {
  return response.status === 204 ? undefined : parse(response);
}

/** @throws {InvalidResponseError} if the text is not JSON, or an error is not an object */
function parse(response: TransportResponse): unknown {
  const { status, retryAfter, requestId } = response;
  const body = parseJson(response);
  if (status >= 400 && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    const message = `the response (status ${status}) is not a JSON object`;
    throw new InvalidResponseError(status, message, { retryAfter, requestId });
  }
  return body;
}

function parseJson(response: TransportResponse): unknown {
  const { status, text, retryAfter, requestId } = response;
  checkResponseBounds(text, response);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `the response (status ${status}) is ${describeText(text)}`;
    throw new InvalidResponseError(status, message, { cause, retryAfter, requestId });
  }
}

function describeText(text: string): string {
  if (text.trim() === '') return 'empty';
  if (/^\s*<(!doctype|html|head|body|\?xml)/i.test(text)) return 'a page, not JSON';
  return 'not valid JSON, or truncated';
}
