import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { McpEndpoint, McpTool } from './connection.ts';
import { inputMessages } from './input-messages.ts';
import { errorMessageIn, isMessageText } from './json-rpc-error.ts';

export interface BridgeOptions extends McpEndpoint {
  stdin: Readable;
  /** Writes one line of JSON. */
  write: (json: string) => void;
  /** Offers only some tools (default: all). Calls of other tools return `rejection` as result. */
  toolFilter?:
    | { offers: (tool: McpTool) => boolean; rejection: (name: string) => object }
    | undefined;
  /** The error of an HTTP response that contains no JSON-RPC message. */
  toError: (response: Response) => Promise<Error>;
  /** Reports why a message or its response was lost; returns an error message for the assistant. */
  onFailure: (error: unknown) => string;
  /** The result of a failed tool call; `undefined` to respond with a JSON-RPC error instead. */
  toToolResult: (error: unknown) => object | undefined;
}

interface CurrentRequest {
  /** Whether the response is an event stream, which goes on after the request was sent. */
  isStreamed: boolean;
  /** Why the event stream failed. */
  streamError?: unknown;
}

/** Required in results by the current revision of the protocol; earlier revisions ignore it. */
const resultType = 'complete';

/**
 * Forwards JSON-RPC messages between stdio and an MCP server's HTTP endpoint. Only `toolFilter`
 * changes them, so the bridge works with every revision of the protocol.
 */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #remote: StreamableHTTPClientTransport;
  /** Messages whose HTTP response has not started. */
  readonly #sending = new Set<Promise<void>>();
  /** The methods of the pending requests, by request id. */
  readonly #pending = new Map<RequestId, string>();
  /** The request that an HTTP request sends. */
  readonly #current = new AsyncLocalStorage<CurrentRequest>();
  readonly #listedTools = new Map<string, McpTool>();
  #onResponse: () => void = () => {};

  constructor(options: BridgeOptions) {
    this.#options = options;
    this.#remote = new StreamableHTTPClientTransport(options.url, {
      fetch: (url, init) => this.#fetch(url, init),
    });
  }

  /** Resolves when stdin has ended, every message is sent and every request has a response. */
  async run(): Promise<void> {
    this.#remote.onmessage = (message) => this.#writeMessage(message);
    await this.#remote.start();
    for await (const message of inputMessages(this.#options.stdin)) {
      if ('rejection' in message) this.#reject(message.rejection);
      else this.#start(message);
    }
    await Promise.all(this.#sending);
    while (this.#pending.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onResponse = resolve;
      });
    }
  }

  async close(): Promise<void> {
    this.#options.stdin.destroy();
    await this.#remote.close();
  }

  /**
   * The library ignores a response with status 202, replaces the body of an HTTP error with its own
   * message, and describes a body that is not JSON-RPC as a list of schema violations.
   * A JSON-RPC error with any status is therefore returned as a success, and other bodies are checked.
   */
  async #fetch(url: string | URL, init?: RequestInit): Promise<Response> {
    const response = await this.#options.fetch(url, init);
    if (init?.method !== 'POST') return response;
    const current = this.#current.getStore();
    if (!current && response.ok) return response;
    const type = response.headers.get('content-type') ?? '';
    if (current && response.ok && response.status !== 202 && /^text\/event-stream\b/i.test(type)) {
      current.isStreamed = true;
      return withErrorListener(response, (error) => {
        current.streamError = error;
      });
    }
    const text = await response.clone().text();
    const message = errorMessageIn(text, String(init.body));
    if (message) return Response.json(message);
    if (!response.ok) throw await this.#options.toError(response);
    if (response.status === 202 || !isMessageText(text)) {
      throw new Error(`the response (status ${response.status}) is not a JSON-RPC message`);
    }
    return response;
  }

  /** Responds to a line that is not a JSON-RPC message. */
  #reject(response: JSONRPCMessage): void {
    this.#options.onFailure(new Error('a line on standard input is not a JSON-RPC message'));
    this.#options.write(JSON.stringify(response));
  }

  #start(message: JSONRPCMessage): void {
    const sending = this.#forward(message).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  async #forward(message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCRequest(message)) {
      this.#forgetCanceled(message);
      await this.#remote.send(message).catch(this.#options.onFailure);
      return;
    }
    const { id, method } = message;
    this.#pending.set(id, method);
    const rejection = this.#rejectionOf(message);
    if (rejection)
      return this.#writeMessage({ jsonrpc: '2.0', id, result: { resultType, ...rejection } });
    const current: CurrentRequest = { isStreamed: false };
    const onRequestStreamEnd = () =>
      this.#fail(id, current.streamError ?? new Error('the response was truncated'));
    try {
      await this.#current.run(current, () => this.#remote.send(message, { onRequestStreamEnd }));
      if (!current.isStreamed) this.#fail(id, new Error('the response is for another request'));
    } catch (error) {
      this.#fail(id, error);
    }
  }

  /** A canceled request gets no response. */
  #forgetCanceled(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    const id = message.params?.['requestId'];
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.#pending.delete(id);
    this.#onResponse();
  }

  #rejectionOf(request: JSONRPCRequest): object | undefined {
    const { toolFilter } = this.#options;
    if (!toolFilter || request.method !== 'tools/call') return undefined;
    const name = String(request.params?.['name']);
    const tool = this.#listedTools.get(name) ?? { name, inputSchema: {} };
    return toolFilter.offers(tool) ? undefined : toolFilter.rejection(name);
  }

  /** -32000 is in the range of implementation-defined server errors (JSON-RPC 2.0, section 5.1). */
  #fail(id: RequestId, error: unknown): void {
    const method = this.#pending.get(id);
    if (method === undefined) return;
    const message = this.#options.onFailure(error);
    const result = method === 'tools/call' ? this.#options.toToolResult(error) : undefined;
    this.#writeMessage(
      result
        ? { jsonrpc: '2.0', id, result: { resultType, ...result } }
        : { jsonrpc: '2.0', id, error: { code: -32000, message } },
    );
  }

  /** Ignores responses to canceled and unknown requests. */
  #writeMessage(message: JSONRPCMessage): void {
    const isResponse = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    if (isResponse && message.id !== undefined && !this.#pending.has(message.id)) return;
    if (isJSONRPCResultResponse(message))
      this.#processResult(this.#pending.get(message.id), message.result);
    const json = jsonOf(message);
    if (json === undefined) {
      this.#failUnwritable(message);
      return;
    }
    this.#options.write(json);
    if (isResponse) {
      if (message.id !== undefined) this.#pending.delete(message.id);
      this.#onResponse();
    }
  }

  #failUnwritable(message: JSONRPCMessage): void {
    const error = new Error('a message of the service is nested too deeply');
    if ('id' in message && message.id !== undefined && this.#pending.has(message.id)) {
      this.#fail(message.id, error);
    } else {
      this.#options.onFailure(error);
    }
  }

  #processResult(method: string | undefined, result: Record<string, unknown>): void {
    if (method === 'initialize') this.#remote.setProtocolVersion(String(result['protocolVersion']));
    const { toolFilter } = this.#options;
    if (method !== 'tools/list' || !toolFilter) return;
    const tools = result['tools'] as McpTool[];
    for (const tool of tools) this.#listedTools.set(tool.name, tool);
    result['tools'] = tools.filter((tool) => toolFilter.offers(tool));
  }
}

/** @returns `undefined` for a message that is nested so deeply that it cannot be serialized */
function jsonOf(message: JSONRPCMessage): string | undefined {
  try {
    return JSON.stringify(message);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @param onError called before the reader of the body gets an error */
function withErrorListener(response: Response, onError: (error: unknown) => void): Response {
  const { body, status, headers } = response;
  if (!body) return response;
  async function* chunks(stream: AsyncIterable<Uint8Array>) {
    try {
      yield* stream;
    } catch (error) {
      onError(error);
      throw error;
    }
  }
  return new Response(Readable.toWeb(Readable.from(chunks(body))), { status, headers });
}
