import type { Readable } from 'node:stream';
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
import { errorMessageIn } from './json-rpc-error.ts';

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
   * The library replaces the body of an HTTP error with a message of its own. A JSON-RPC error in it
   * is therefore returned as a success.
   */
  async #fetch(url: string | URL, init?: RequestInit): Promise<Response> {
    const response = await this.#options.fetch(url, init);
    if (response.ok || init?.method !== 'POST') return response;
    const message = errorMessageIn(await response.clone().text(), String(init.body));
    if (!message) throw await this.#options.toError(response);
    return Response.json(message);
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
      await this.#remote.send(message).catch(this.#options.onFailure);
      return;
    }
    const { id, method } = message;
    this.#pending.set(id, method);
    const rejection = this.#rejectionOf(message);
    if (rejection)
      return this.#writeMessage({ jsonrpc: '2.0', id, result: { resultType, ...rejection } });
    const onRequestStreamEnd = () => this.#fail(id, new Error('the response was truncated'));
    try {
      await this.#remote.send(message, { onRequestStreamEnd });
    } catch (error) {
      this.#fail(id, error);
    }
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

  #writeMessage(message: JSONRPCMessage): void {
    if (isJSONRPCResultResponse(message))
      this.#processResult(this.#pending.get(message.id), message.result);
    const json = jsonOf(message);
    if (json === undefined) {
      this.#failUnwritable(message);
      return;
    }
    this.#options.write(json);
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
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
