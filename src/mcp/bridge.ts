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
  /** Takes JSON text, for a line of its own. */
  write: (json: string) => void;
  /** Which tools are offered, where not all are; a call of another gets the refusal as its result. */
  only?: { offers: (tool: McpTool) => boolean; refusal: (name: string) => object } | undefined;
  /** Told what did not get through; gives the words for the other side. */
  onFailure: (error: unknown) => string;
  /** The result of a tool's call that failed so; `undefined` where it is an error of JSON-RPC. */
  resultOf: (error: unknown) => object | undefined;
}

/** The current revision wants to be told that nothing more follows; the others pass it over. */
const resultType = 'complete';

/**
 * Passes JSON-RPC messages between stdio and an MCP server's HTTP endpoint as they are, whatever
 * revision of the protocol the two sides speak.
 */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #lines = new ReadBuffer();
  readonly #remote: StreamableHTTPClientTransport;
  /** The methods of the requests that are not answered yet. */
  readonly #open = new Map<RequestId, string>();
  readonly #listed = new Map<string, McpTool>();
  #onAnswer: () => void = () => {};

  constructor(options: BridgeOptions) {
    this.#options = options;
    this.#remote = new StreamableHTTPClientTransport(options.url, { fetch: options.fetch });
  }

  /** Resolves when the other side has closed its end and every request of it is answered. */
  async run(): Promise<void> {
    this.#remote.onmessage = (message) => this.#deliver(message);
    await this.#remote.start();
    for await (const chunk of this.#options.stdin) {
      this.#lines.append(Buffer.from(chunk));
      for (const message of this.#messages()) void this.#forward(message);
    }
    while (this.#open.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onAnswer = resolve;
      });
    }
  }

  async close(): Promise<void> {
    this.#options.stdin.destroy();
    await this.#remote.close();
  }

  /** The whole lines that have come. One that is no message is told of and passed over. */
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
    this.#open.set(id, method);
    const refusal = this.#refusalOf(message);
    if (refusal) return this.#deliver({ jsonrpc: '2.0', id, result: { resultType, ...refusal } });
    const onRequestStreamEnd = () => this.#fail(id, new Error('the answer was cut off'));
    try {
      await this.#remote.send(message, { onRequestStreamEnd });
    } catch (error) {
      this.#fail(id, error);
    }
  }

  #refusalOf(request: JSONRPCRequest): object | undefined {
    const { only } = this.#options;
    if (!only || request.method !== 'tools/call') return undefined;
    const name = String(request.params?.['name']);
    const tool = this.#listed.get(name) ?? { name, inputSchema: {} };
    return only.offers(tool) ? undefined : only.refusal(name);
  }

  /** JSON-RPC 2.0, section 5.1: codes from -32000 down are a server's own. */
  #fail(id: RequestId, error: unknown): void {
    const method = this.#open.get(id);
    if (method === undefined) return;
    const message = this.#options.onFailure(error);
    const result = method === 'tools/call' ? this.#options.resultOf(error) : undefined;
    this.#deliver(
      result
        ? { jsonrpc: '2.0', id, result: { resultType, ...result } }
        : { jsonrpc: '2.0', id, error: { code: -32000, message } },
    );
  }

  #deliver(message: JSONRPCMessage): void {
    if (isJSONRPCResultResponse(message)) this.#learn(this.#open.get(message.id), message.result);
    this.#options.write(JSON.stringify(message));
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      if (message.id !== undefined) this.#open.delete(message.id);
      this.#onAnswer();
    }
  }

  #learn(method: string | undefined, result: Record<string, unknown>): void {
    if (method === 'initialize') this.#remote.setProtocolVersion(String(result['protocolVersion']));
    const { only } = this.#options;
    if (method !== 'tools/list' || !only) return;
    const tools = result['tools'] as McpTool[];
    for (const tool of tools) this.#listed.set(tool.name, tool);
    result['tools'] = tools.filter((tool) => only.offers(tool));
  }
}
