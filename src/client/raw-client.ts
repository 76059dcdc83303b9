import type { Operation } from '../contract/operation.ts';
import { Deadline } from './deadline.ts';
import { CallAbortedError, InvalidResponseError } from './errors.ts';
import { toNetworkError } from './network-error.ts';
import { buildRequest, type ServiceRequest } from './request.ts';
import { checkResponseBounds } from './response-bounds.ts';
import type { Redact, Transport, TransportResponse } from './transport.ts';
import { type CallAttempt, withRetries } from './with-retries.ts';

export interface RawClientOptions<Response extends TransportResponse = TransportResponse> {
  transport: Transport<Response>;
  /** The base URL of the service, for messages. */
  service: string;
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
  /**
   * Lets the events be handled that occurred while a response was parsed, such as the signals of the
   * process (default: none).
   */
  handleEvents?: (() => Promise<void>) | undefined;
}

interface RawCallOptions {
  signal?: AbortSignal | undefined;
  /** The end of the call (default: `timeout` from now). */
  deadline?: Deadline | undefined;
  /** Milliseconds (default: the client's). */
  timeout?: number | undefined;
  /** Default: the client's. */
  retries?: number | undefined;
  /** In addition to those that every request has. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** For the texts of errors (default: they are kept). */
  redact?: Redact | undefined;
}

export type ServiceResponse<Response extends TransportResponse = TransportResponse> = Response & {
  /** The parsed JSON of `text`. */
  body: unknown;
  /** The number of requests that were sent. */
  attempts: number;
};

/** Calls operations by their declaration. The typed client and the command line are built on it. */
export interface RawClient<Response extends TransportResponse = TransportResponse> {
  /**
   * Returns the response with any status code.
   *
   * @param input valid input; it is not validated again
   * @throws {NetworkError} if no complete response was received
   * @throws {CallAbortedError} if the signal is aborted
   * @throws {InvalidResponseError} if the response is a redirect or its body is not a JSON object, is
   * too large or has too many levels or values
   */
  call(
    operation: Operation,
    input: Readonly<Record<string, unknown>>,
    options?: RawCallOptions,
  ): Promise<ServiceResponse<Response>>;
  /**
   * Sends any request; the effect decides whether it is retried. The body of the response is
   * `undefined` if the status is 204.
   */
  send(
    request: ServiceRequest,
    kind: Pick<Operation, 'effect'>,
    options?: RawCallOptions,
  ): Promise<ServiceResponse<Response>>;
  /** New calls fail. Calls in progress continue. */
  close(): Promise<void>;
}

export function createRawClient<Response extends TransportResponse>(
  client: RawClientOptions<Response>,
): RawClient<Response> {
  const { transport, service, onAttempt } = client;

  async function attempt(
    request: ServiceRequest,
    parseBody: (response: TransportResponse) => unknown,
    deadline: Deadline,
    { signal, redact }: RawCallOptions,
  ) {
    const response = await transport.send(request, { deadline, signal, redact });
    const body = parseBody(response);
    await client.handleEvents?.();
    // No timer or abort fires while the response is parsed.
    if (deadline.remaining <= 0) {
      const late = new Error('the response was complete after the timeout');
      throw toNetworkError(late, { origin: service, stage: 'body', timeout: deadline.timeout });
    }
    if (signal?.aborted) throw new CallAbortedError(signal.reason, true);
    return { ...response, body };
  }

  async function exchange(
    request: ServiceRequest,
    operation: Pick<Operation, 'effect'>,
    parseBody: (response: TransportResponse) => unknown,
    options: RawCallOptions = {},
  ): Promise<ServiceResponse<Response>> {
    const { signal, retries = client.retries ?? 2 } = options;
    const own = options.deadline ?? new Deadline(options.timeout ?? client.timeout ?? 30_000);
    const sent =
      options.headers === undefined
        ? request
        : { ...request, headers: { ...request.headers, ...options.headers } };
    try {
      return await withRetries(() => attempt(sent, parseBody, own, options), {
        operation,
        retries,
        deadline: own,
        signal,
        onAttempt: (attempt) => onAttempt?.(sent, attempt),
      });
    } finally {
      if (own !== options.deadline) own.cancel();
    }
  }

  return {
    call: (operation, input, options) =>
      exchange(buildRequest(operation, input), operation, parseObject, options),
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
  return response.status < 400 ? parseJson(response) : parseObject(response);
}

/** @throws {InvalidResponseError} if the text is not a JSON object */
function parseObject(response: TransportResponse): unknown {
  const { status, retryAfter, requestId } = response;
  const body = parseJson(response);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  const message = `the response (status ${status}) is not a JSON object`;
  throw new InvalidResponseError(status, message, { retryAfter, requestId });
}

function parseJson(response: TransportResponse): unknown {
  const { status, text, retryAfter, requestId } = response;
  checkResponseBounds(text, response);
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser quotes the response, which may contain the API key.
    const message = `the response (status ${status}) is ${describeText(text)}`;
    throw new InvalidResponseError(status, message, { retryAfter, requestId });
  }
}

function describeText(text: string): string {
  if (text.trim() === '') return 'empty';
  if (/^\s*<(!doctype|html|head|body|\?xml)/i.test(text)) return 'a page, not JSON';
  return 'not valid JSON, or truncated';
}
