import type { Operation } from '../contract/operation.ts';
import { validate } from '../contract/validate.ts';
import { checkApiKey } from './api-key.ts';
import { parseBaseUrl } from './base-url.ts';
import { Deadline } from './deadline.ts';
import { InputError, InvalidResponseError } from './errors.ts';
import { buildRequest, type ServiceRequest } from './request.ts';
import { Transport, type TransportResponse } from './transport.ts';
import { type CallAttempt, withRetries } from './with-retries.ts';

export interface RawClientOptions {
  /** The service origin, `https://…`; plain http for loopback alone. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer …`, to this origin and to no other. */
  apiKey: string;
  /** The URL of a proxy (http, https or socks5) that is asked for a tunnel; none unless given. */
  proxy?: string | undefined;
  /** Milliseconds for a whole call, its retries included; 30,000 unless given. */
  timeout?: number;
  /**
   * How often a call is sent again where that is safe: a read after 429, 5xx and failures of the
   * network, a write after 429 or when nothing was sent. 2 unless given; it waits in between, as
   * Retry-After says or longer and longer, and not at all where the time would run out.
   */
  retries?: number;
  /** Told of every attempt, once it has ended. */
  onAttempt?: (request: ServiceRequest, attempt: CallAttempt) => void;
}

export interface CallOptions {
  signal?: AbortSignal;
}

/** An answer with its text as the service sent it. */
export interface ServiceResponse extends TransportResponse {
  body: unknown;
}

/** Calls operations by their declaration: what the typed client and the command line stand on. */
export interface RawClient {
  /** Gives the answer whatever its status, as it came. */
  call(operation: Operation, input: unknown, options?: CallOptions): Promise<ServiceResponse>;
  /**
   * The same for a request that is no operation's; its effect says whether it may be repeated. The
   * body of an answer is `undefined` where its status is 204.
   */
  send(
    request: ServiceRequest,
    kind: Pick<Operation, 'effect'>,
    options?: CallOptions,
  ): Promise<ServiceResponse>;
  /** Ends the kept-alive connections. */
  close(): Promise<void>;
}

/** @throws {SettingError} when the base URL or the key cannot work */
export function createRawClient(options: RawClientOptions): RawClient {
  const { baseUrl, apiKey, proxy, timeout = 30_000, retries = 2, onAttempt } = options;
  const transport = new Transport(parseBaseUrl(baseUrl), checkApiKey(apiKey), proxy);

  function exchange(
    request: ServiceRequest,
    operation: Pick<Operation, 'effect'>,
    bodyOf: (answer: TransportResponse) => unknown,
    { signal }: CallOptions = {},
  ): Promise<ServiceResponse> {
    const deadline = new Deadline(timeout);
    const send = async () => {
      const answer = await transport.send(request, { deadline, signal });
      return { ...answer, body: bodyOf(answer) };
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
    async call(operation, input, options) {
      const checked = validate(operation, input);
      if ('issues' in checked) throw new InputError(operation.name, checked.issues);
      return exchange(buildRequest(operation, checked.input), operation, parse, options);
    },
    send: (request, kind, options) => exchange(request, kind, parseUnlessEmpty, options),
    close: () => transport.close(),
  };
}

/** An answer with status 204 has no body (RFC 9110, section 15.3.5). */
function parseUnlessEmpty(answer: TransportResponse): unknown {
  return answer.status === 204 ? undefined : parse(answer);
}

/** @throws {InvalidResponseError} when the text is not JSON, or an error is not an object */
function parse(answer: TransportResponse): unknown {
  const { status, retryAfter } = answer;
  const body = parseJson(answer);
  if (status >= 400 && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    const message = `the answer (status ${status}) is not a JSON object`;
    throw new InvalidResponseError(status, message, { retryAfter });
  }
  return body;
}

function parseJson({ status, text, retryAfter }: TransportResponse): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `the answer (status ${status}) is ${nature(text)}`;
    throw new InvalidResponseError(status, message, { cause, retryAfter });
  }
}

function nature(text: string): string {
  if (text.trim() === '') return 'empty';
  if (/^\s*<(!doctype|html|head|body|\?xml)/i.test(text)) return 'a page, not JSON';
  return 'no JSON, or only the beginning of it';
}

/** Where an answer does not fit the operation's output, in words. */
export function schemaMismatch(operation: Operation, body: unknown): string | undefined {
  const where = misfits(operation, body).slice(0, 5);
  if (where.length === 0) return undefined;
  return `the answer to ${operation.name} has not the shape that was promised: ${where.join(', ')}`;
}

/** The places that do not fit. */
function misfits({ output }: Operation, body: unknown): string[] {
  try {
    const { error } = output.safeParse(body);
    return error?.issues.map(({ path }) => path.join('.') || 'the whole') ?? [];
  } catch (failure) {
    // zod passes its issues on as arguments: of 100,000 and more it makes a full stack.
    if (failure instanceof RangeError) return ['too many places to name'];
    throw failure;
  }
}
