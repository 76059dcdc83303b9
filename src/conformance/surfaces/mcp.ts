import type { ServiceRequest } from '../../client/request.ts';
import { toToolInput } from '../../contract/as-tool.ts';
import type { Operation } from '../../contract/operation.ts';
import { connectMcp, type McpConnection } from '../../mcp/connection.ts';
import { errorMessage } from '../../node/error-message.ts';
import { valueAt } from '../json.ts';
import { NotChecked, Violation } from '../violation.ts';
import { parseJson } from './http.ts';
import type { HttpClient } from './http-client.ts';
import type { Surface } from './surface.ts';

/** The HTTP request that sends a JSON-RPC request without parameters. */
export function rpcRequest(method: string): ServiceRequest {
  return {
    method: 'POST',
    path: '/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
  };
}

/** Calls the MCP tools that are named after the operations. */
export class McpSurface implements Surface {
  readonly #connect: () => Promise<McpConnection>;
  #connection: Promise<McpConnection> | undefined;

  /** @param path of the endpoint, which may contain an API key */
  constructor(origin: string, path: string, fetch: ReturnType<HttpClient['fetchWith']>) {
    const endpoint = { url: new URL(path, origin), fetch };
    this.#connect = () => connectMcp(endpoint, new AbortController().signal);
  }

  /** All tools of the service. */
  async tools() {
    return this.#use((connection) => connection.tools());
  }

  async call(...[operation, input]: Parameters<Surface['call']>) {
    const { name } = operation;
    const result = await this.#use(async (connection) =>
      connection.call(name, await this.#toolInput(operation, { ...input })),
    );
    if ('error' in result) {
      return { isError: true, body: { error: result.error.code, message: result.error.message } };
    }
    const text = valueAt(result.content[0], 'text');
    if (typeof text !== 'string') throw new Violation(`the result of ${name} has no text`);
    return { isError: result.isError, body: parseJson(text, name) };
  }

  /** The published API does not name the fields that are part of a path. */
  async #toolInput(
    operation: Operation,
    input: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    if (Object.keys(operation.toolFields).length === 0) return input;
    const tool = (await this.tools()).find(({ name }) => name === operation.name);
    const { properties = {} } = tool?.inputSchema ?? {};
    const hasSameNames = Object.keys(input).every((field) => Object.hasOwn(properties, field));
    return hasSameNames ? input : toToolInput(operation, input);
  }

  async close(): Promise<void> {
    await (await this.#connection?.catch(() => undefined))?.close();
  }

  async #use<Result>(work: (connection: McpConnection) => Promise<Result>): Promise<Result> {
    this.#connection ??= this.#connect();
    try {
      return await work(await this.#connection);
    } catch (error) {
      if (error instanceof Violation || error instanceof NotChecked) throw error;
      throw new Violation(`the MCP endpoint failed: ${errorMessage(error)}`);
    }
  }
}
