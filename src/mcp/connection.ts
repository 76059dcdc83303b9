import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { version } from '../../package.json';
import { checkOptions } from '../contract/check-options.ts';
import { callback, type OptionTypes, required, urlObject } from '../contract/option-types.ts';
import { StreamReconnection } from './stream-reconnection.ts';

/** An MCP server's endpoint and how to reach it. */
export interface McpEndpoint {
  /** The URL of the endpoint, such as `https://news.example.com/mcp`. */
  url: URL;
  /** Makes every request. It adds credentials, sets deadlines and handles redirects. */
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
}

export const endpointTypes: OptionTypes<McpEndpoint> = {
  url: required(urlObject),
  fetch: required(callback),
};

/** A tool of an MCP server. */
export interface McpTool {
  /** The name to call it by. */
  name: string;
  /** What the tool does, for a language model. */
  description?: string | undefined;
  /** JSON Schema of the arguments. */
  inputSchema: { properties?: Record<string, unknown> | undefined };
  /** Hints about the effects of the tool. */
  annotations?:
    | { readOnlyHint?: boolean | undefined; destructiveHint?: boolean | undefined }
    | undefined;
}

/** The result of a tool call: the tool's content, or a JSON-RPC error. */
export type McpCallResult =
  | {
      /** The content blocks of the result. */
      content: readonly unknown[];
      /** Whether the tool failed. */
      isError: boolean;
    }
  | {
      /** The JSON-RPC error. */
      error: { code: number; message: string; data?: unknown };
    };

/** A connection with an MCP server. */
export interface McpConnection {
  /** All tools, from all pages of the list. */
  tools(): Promise<McpTool[]>;
  /** Calls a tool. */
  call(name: string, input: Record<string, unknown>): Promise<McpCallResult>;
  /** Ends the connection and its active calls. */
  close(): Promise<void>;
}

/**
 * Connects with a revision of the protocol that both sides support.
 *
 * @example
 * ```ts
 * const url = new URL('https://news.example.com/mcp');
 * const headers = { authorization: `Bearer ${apiKey}` };
 * const connection = await connectMcp({
 *   url,
 *   fetch: (address, init) => fetch(address, { ...init, headers: { ...init?.headers, ...headers } }),
 * });
 * console.log((await connection.tools()).map(({ name }) => name));
 * ```
 *
 * @param signal ends the connection and its active calls when aborted (default: never); there is no other
 *   timeout
 * @throws {TypeError} if a field of the endpoint is unknown or missing, or has another type
 */
export async function connectMcp(
  endpoint: McpEndpoint,
  signal: AbortSignal = new AbortController().signal,
): Promise<McpConnection> {
  checkOptions('connectMcp()', endpoint, endpointTypes);
  const { url, fetch } = endpoint;
  const client = new Client(
    { name: 'newswatch', version },
    { versionNegotiation: { mode: 'auto' } },
  );
  const reconnection = new StreamReconnection();
  // The maximum of setTimeout(), so that only the signal ends a request.
  const options = {
    signal,
    timeout: 2 ** 31 - 1,
    onresumptiontoken: reconnection.onEvent,
  };
  const transport = new StreamableHTTPClientTransport(url, {
    fetch,
    reconnectionScheduler: reconnection.schedule,
  });
  transport.onmessage = reconnection.onEvent;
  const close = async () => {
    reconnection.close();
    await client.close();
    await transport.close();
  };
  const ended = endOf(signal, close);
  await Promise.race([client.connect(transport, options), ended]);
  return {
    async tools() {
      if (!client.getServerCapabilities()?.tools) return [];
      const tools: McpTool[] = [];
      let cursor: string | undefined;
      do {
        // Not listTools(), which sends nothing and prints a line if the server has no tools.
        const params = cursor === undefined ? {} : { cursor };
        const request = client.request({ method: 'tools/list', params }, options);
        const page = await Promise.race([request, ended]);
        tools.push(...page.tools);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return tools;
    },
    async call(name, input) {
      try {
        // Not callTool(), which rejects a result that does not match the tool's schema.
        const params = { name, arguments: input };
        const request = client.request({ method: 'tools/call', params }, options);
        const result = await Promise.race([request, ended]);
        return { content: result.content, isError: result.isError === true };
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        const { code, message, data } = error;
        return { error: { code, message, ...(data === undefined ? {} : { data }) } };
      }
    },
    close,
  };
}

/**
 * Rejects when the signal is aborted. The library ignores the signal while it connects, and may wait
 * forever for a stream that has ended.
 */
function endOf(signal: AbortSignal, close: () => Promise<void>): Promise<never> {
  const ended = new Promise<never>((_resolve, reject) => {
    const end = () => {
      reject(signal.reason);
      close().catch(() => {});
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  ended.catch(() => {});
  return ended;
}
