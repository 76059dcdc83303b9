import type { Readable } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ReadBuffer,
  type RequestId,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { McpEndpoint, McpTool } from './connection.ts';

export interface BridgeOptions extends McpEndpoint {
  stdin: Readable;
  /** Writes one line of JSON. */
  write: (json: string) => void;
  /** Offers only some tools (default: all). A call of another tool gets the rejection as its result. */
  toolFilter?:
    | { offers: (tool: McpTool) => boolean; rejection: (name: string) => object }
    | undefined;
  /** Receives the error of a message that was not forwarded; returns one for the assistant. */
  onFailure: (error: unknown) => string;
  /** The result of a tool call that failed with this error; `undefined` for a JSON-RPC error. */
  toToolResult: (error: unknown) => object | undefined;
}

/** Required by the current revision of the protocol and ignored by earlier ones. */
const resultType = 'complete';

/**
 * Forwards JSON-RPC messages between stdio and an MCP server's HTTP endpoint unchanged, so that it
 * works with every revision of the protocol.
 */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #lines = new ReadBuffer();
  readonly #remote: StreamableHTTPClientTransport;
  /** The methods of the pending requests. */
  readonly #pending = new Map<RequestId, string>();
  readonly #listed = new Map<string, McpTool>();
  #onResponse: () => void = () => {};

  constructor(options: BridgeOptions) {
    this.#options = options;
    this.#remote = new StreamableHTTPClientTransport(options.url, { fetch: options.fetch });
  }

  /** Resolves when stdin has ended and every request has its response. */
  async run(): Promise<void> {
    this.#remote.onmessage = (message) => this.#deliver(message);
    await this.#remote.start();
    for await (const chunk of this.#options.stdin) {
      this.#lines.append(Buffer.from(chunk));
      for (const message of this.#messages()) void this.#forward(message);
    }
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

  /** The complete lines in the buffer. Invalid ones are reported and skipped. */
  *#messages(): Generator<JSONRPCMessage> {
    for (;;) {
      try {
        const message = this.#lines.readMessage();
        if (message === null) return;
        yield message;
      } catch {
        this.#options.onFailure(new Error('a line on standard input is not a JSON-RPC message'));
      }
    }
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
      return this.#deliver({ jsonrpc: '2.0', id, result: { resultType, ...rejection } });
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
    const tool = this.#listed.get(name) ?? { name, inputSchema: {} };
    return toolFilter.offers(tool) ? undefined : toolFilter.rejection(name);
  }

  /** Codes from -32099 to -32000 are for the server's own errors (JSON-RPC 2.0, section 5.1). */
  #fail(id: RequestId, error: unknown): void {
    const method = this.#pending.get(id);
    if (method === undefined) return;
    const message = this.#options.onFailure(error);
    const result = method === 'tools/call' ? this.#options.toToolResult(error) : undefined;
    this.#deliver(
      result
        ? { jsonrpc: '2.0', id, result: { resultType, ...result } }
        : { jsonrpc: '2.0', id, error: { code: -32000, message } },
    );
  }

  #deliver(message: JSONRPCMessage): void {
    if (isJSONRPCResultResponse(message))
      this.#inspect(this.#pending.get(message.id), message.result);
    this.#options.write(JSON.stringify(message));
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      if (message.id !== undefined) this.#pending.delete(message.id);
      this.#onResponse();
    }
  }

  #inspect(method: string | undefined, result: Record<string, unknown>): void {
    if (method === 'initialize') this.#remote.setProtocolVersion(String(result['protocolVersion']));
    const { toolFilter } = this.#options;
    if (method !== 'tools/list' || !toolFilter) return;
    const tools = result['tools'] as McpTool[];
    for (const tool of tools) this.#listed.set(tool.name, tool);
    result['tools'] = tools.filter((tool) => toolFilter.offers(tool));
  }
}
