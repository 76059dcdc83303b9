import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { readBounded } from '../node/read-bounded.ts';
import type { McpEndpoint } from './connection.ts';
import { type Message, type MessageId, membersOf, messagesIn } from './message.ts';
import { sealedEvents, unseal } from './sealed-message.ts';
import { StreamReconnection } from './stream-reconnection.ts';

export interface MessageTransportOptions extends McpEndpoint {
  /** The error of an HTTP response that contains no JSON-RPC message. */
  toError: (response: Response) => Promise<Error>;
  /**
   * Receives messages of the server.
   *
   * @param requestId the request that an error without id responds to
   */
  onMessages: (messages: readonly Message[], requestId?: MessageId) => void;
  /** Called if an event of a stream is not a JSON-RPC message. */
  onInvalidEvent: () => void;
  /** Called when no more messages can follow for a request, also after its response. */
  onNoMoreResponse: (requestId: MessageId, error: unknown) => void;
}

/** The message that an HTTP request sends. */
interface CurrentMessage {
  message: Message;
  /** Whether the response is an event stream, which goes on after the request was sent. */
  isStreamed: boolean;
  /** Why the event stream failed. */
  streamError?: unknown;
}

/** Maximum bytes of a response that is not an event stream. */
const maxResponse = 16 * 1024 * 1024;

/**
 * Sends JSON-RPC messages to an MCP server's HTTP endpoint and receives its messages, in both
 * directions as the text that was written. The MCP library chooses the headers, reads event streams
 * and reconnects them.
 */
export class MessageTransport {
  readonly #options: MessageTransportOptions;
  readonly #remote: StreamableHTTPClientTransport;
  readonly #reconnection = new StreamReconnection();
  readonly #current = new AsyncLocalStorage<CurrentMessage>();

  constructor(options: MessageTransportOptions) {
    this.#options = options;
    this.#remote = new StreamableHTTPClientTransport(options.url, {
      fetch: (url, init) => this.#fetch(url, init),
      reconnectionScheduler: this.#reconnection.schedule,
    });
    this.#remote.onmessage = (message) => {
      this.#reconnection.onEvent();
      options.onMessages(messagesIn(unseal(message)).messages);
    };
  }

  start(): Promise<void> {
    return this.#remote.start();
  }

  async close(): Promise<void> {
    this.#reconnection.close();
    await this.#remote.close();
  }

  /** Sets the revision of the protocol that later requests name in their headers. */
  setProtocolVersion(version: string): void {
    this.#remote.setProtocolVersion(version);
  }

  /**
   * Sends a message. The response to a request has been passed to `onMessages` before this resolves,
   * unless it comes in an event stream.
   *
   * @throws {Error} if the message or the response to a request is lost
   */
  async send(message: Message): Promise<void> {
    const current: CurrentMessage = { message, isStreamed: false };
    const { id } = message;
    const isRequest = message.kind === 'request' && id !== undefined;
    const options = isRequest && {
      onresumptiontoken: this.#reconnection.onEvent,
      onRequestStreamEnd: () => {
        const error = current.streamError ?? new Error('the response was truncated');
        this.#options.onNoMoreResponse(id, error);
      },
    };
    await this.#current.run(current, () =>
      this.#remote.send(placeholder(message), options || undefined),
    );
    if (isRequest && !current.isStreamed) {
      this.#options.onNoMoreResponse(id, new Error('the response is for another request'));
    }
  }

  /** Sends the original text of the message instead of the one that the library serialized. */
  async #fetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const current = this.#current.getStore();
    if (init.method !== 'POST' || !current) {
      const response = await this.#options.fetch(url, init);
      return response.ok && isEventStream(response) ? this.#sealed(response) : response;
    }
    const { message } = current;
    const response = await this.#options.fetch(url, { ...init, body: message.text });
    if (message.kind === 'request' && message.id !== undefined) {
      return this.#responseTo(message.id, current, response);
    }
    if (!response.ok) throw await this.#options.toError(response);
    return response;
  }

  /**
   * The library ignores a response with status 202, replaces the body of an HTTP error with its own
   * message, and changes or rejects messages. Only event streams are left to it, with sealed
   * messages.
   */
  async #responseTo(id: MessageId, current: CurrentMessage, response: Response): Promise<Response> {
    const { ok, status, headers } = response;
    if (ok && status !== 202 && isEventStream(response)) {
      current.isStreamed = true;
      return this.#sealed(response, current);
    }
    const body = await readBounded(response.body ?? Readable.from([]), maxResponse);
    const messages = responsesIn(body.toString(), id, !ok);
    if (messages) {
      this.#options.onMessages(messages, id);
      // The library does not read the body of a 202.
      return new Response(null, { status: 202, headers });
    }
    if (ok) throw new Error(`the response (status ${status}) is not a JSON-RPC message`);
    throw await this.#options.toError(
      new Response(body.length > 0 ? body : null, { status, headers }),
    );
  }

  #sealed(response: Response, current?: CurrentMessage): Response {
    const { body, status, headers } = response;
    if (!body) return response;
    const { onInvalidEvent } = this.#options;
    async function* chunks(stream: AsyncIterable<Uint8Array>) {
      try {
        for await (const text of sealedEvents(stream, onInvalidEvent)) yield Buffer.from(text);
      } catch (error) {
        if (current) current.streamError = error;
        throw error;
      }
    }
    return new Response(Readable.toWeb(Readable.from(chunks(body))), { status, headers });
  }
}

/** The part of a message from which the library chooses headers. */
function placeholder({ kind, fields }: Message): JSONRPCMessage {
  if (kind === 'response') return { jsonrpc: '2.0', id: 0, result: {} };
  const { method, params } = fields;
  const message = { jsonrpc: '2.0', method: String(method), params: membersOf(params) } as const;
  return kind === 'request' ? { ...message, id: 0 } : message;
}

/**
 * The messages in the body of a response to a request.
 *
 * @returns `undefined` if the body is something else, or of an HTTP error and not the error of this
 * request; a server may not have read the id of the request, so that its error has none
 */
function responsesIn(body: string, id: MessageId, isHttpError: boolean) {
  let messages: readonly Message[];
  try {
    messages = messagesIn(body).messages;
  } catch {
    return undefined;
  }
  if (messages.length === 0 || messages.some(({ kind }) => kind === 'invalid')) return undefined;
  const isOwnError = (message: Message) =>
    'error' in message.fields && [id, undefined].includes(message.id);
  return isHttpError && !messages.every(isOwnError) ? undefined : messages;
}

function isEventStream({ headers }: Response): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
}
