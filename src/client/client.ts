import type { Operation } from '../contract/operation.ts';
import {
  type Methods,
  mapOperations,
  type Operations,
  operations,
} from '../contract/operations.ts';
import { validate } from '../contract/validate.ts';
import { checkApiKey } from './api-key.ts';
import { parseBaseUrl } from './base-url.ts';
import { AnswerError, InputError, ServiceError } from './errors.ts';
import { requestFor } from './request.ts';
import { type RawAnswer, Transport } from './transport.ts';

export interface ClientOptions {
  /** The service origin, `https://…`; plain http for loopback alone. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer …`, to this origin and to no other. */
  apiKey: string;
  /** Milliseconds for a whole call; 30,000 unless given. */
  timeout?: number;
  /**
   * Whether an answer that does not fit the operation's output is an {@link AnswerError}, as the
   * types promise; true unless given.
   */
  strict?: boolean;
}

export interface CallOptions {
  signal?: AbortSignal;
}

/** An answer with its text as the service sent it. */
export interface Answer extends RawAnswer {
  body: unknown;
}

/** A method for each operation, `client.news.search({ query })`, and the call beneath them. */
export type Client = Methods<Operations, [options?: CallOptions]> & {
  /** Calls an operation and gives the answer whatever its status, as it came. */
  call(operation: Operation, input: unknown, options?: CallOptions): Promise<Answer>;
  /** Ends the kept-alive connections. */
  close(): Promise<void>;
};

/**
 * A typed client of the service.
 *
 * Each method throws {@link InputError} before any network, {@link ServiceError} for an error that
 * the service answered with (402 `plan_required` is one), {@link NetworkError} when no whole answer
 * came, {@link AnswerError} when the answer is not what the service promises.
 *
 * @throws {SettingError} when the base URL or the key cannot work
 */
export function createClient(options: ClientOptions): Client {
  const { timeout = 30_000, strict = true } = options;
  const transport = new Transport(parseBaseUrl(options.baseUrl), checkApiKey(options.apiKey));

  async function call(operation: Operation, input: unknown = {}, { signal }: CallOptions = {}) {
    const checked = validate(operation, input);
    if ('issues' in checked) throw new InputError(operation.name, checked.issues);
    const answer = await transport.send(requestFor(operation, checked.input), { timeout, signal });
    return { ...answer, body: parse(answer) };
  }

  async function method(operation: Operation, input: unknown, callOptions?: CallOptions) {
    const { status, body } = await call(operation, input, callOptions);
    if (status >= 400) throw new ServiceError(status, body as Record<string, unknown>);
    if (strict) assertShape(operation, status, body);
    return body;
  }

  const methods = mapOperations(operations, (operation) => method.bind(undefined, operation));
  return { ...methods, call, close: () => transport.close() } as Client;
}

/** @throws {AnswerError} when the text is not JSON, or an error is not an object */
function parse({ status, text }: RawAnswer): unknown {
  const body = parseJson(status, text);
  if (status >= 400 && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw new AnswerError(status, `the answer (status ${status}) is not a JSON object`);
  }
  return body;
}

function parseJson(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AnswerError(status, `the answer (status ${status}) is ${nature(text)}`, { cause });
  }
}

function nature(text: string): string {
  if (text.trim() === '') return 'empty';
  if (/^\s*<(!doctype|html|head|body|\?xml)/i.test(text)) return 'a page, not JSON';
  return 'no JSON, or only the beginning of it';
}

function assertShape(operation: Operation, status: number, body: unknown): void {
  const mismatch = mismatchOf(operation, body);
  if (mismatch) throw new AnswerError(status, mismatch);
}

/** Where an answer does not fit the operation's output, in words. */
export function mismatchOf(operation: Operation, body: unknown): string | undefined {
  const result = operation.output.safeParse(body);
  if (result.success) return undefined;
  const where = result.error.issues.map(({ path }) => path.join('.') || 'the whole').slice(0, 5);
  return `the answer to ${operation.name} has not the shape that was promised: ${where.join(', ')}`;
}
