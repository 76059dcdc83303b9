import { once } from 'node:events';
import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { version } from '../../package.json';

/** Where the MCP server is, and how it is reached. */
export interface McpEndpoint {
  url: URL;
  /** Makes every request; the place for credentials, deadlines and what to do with a redirect. */
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
}

/** Such a place, and until when it may be asked. */
export interface TimedEndpoint extends McpEndpoint {
  /** Aborted when everything must have ended. */
  signal: AbortSignal;
}

export interface McpTool {
  name: string;
  description?: string | undefined;
  /** JSON Schema of the arguments. */
  inputSchema: { properties?: Record<string, unknown> | undefined };
  annotations?: { readOnlyHint?: boolean | undefined } | undefined;
}

/** What a call came to: the tool's content, or an error of JSON-RPC. */
export type McpCallResult =
  | { content: readonly unknown[]; isError: boolean }
  | { error: { code: number; message: string; data?: unknown } };

export interface McpConnection {
  /** Every tool, from all pages of the list. */
  tools(): Promise<McpTool[]>;
  call(name: string, input: Record<string, unknown>): Promise<McpCallResult>;
  close(): Promise<void>;
}

/** Connects in whichever revision of the protocol both sides know. */
export async function connectMcp({ url, fetch, signal }: TimedEndpoint): Promise<McpConnection> {
  const client = new Client(
    { name: 'newswatch', version },
    { versionNegotiation: { mode: 'auto' } },
  );
  // The signal is the only clock.
  const options = { signal, timeout: 2 ** 31 - 1 };
  const transport = new StreamableHTTPClientTransport(url, { fetch });
  // While it connects, the library heeds no signal, and waits for ever for a stream that has ended.
  const ended = once(signal, 'abort').then(async () => {
    await transport.close();
    throw signal.reason;
  });
  await Promise.race([client.connect(transport, options), ended]);
  return {
    async tools() {
      const tools: McpTool[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.listTools(cursor === undefined ? {} : { cursor }, options);
        tools.push(...page.tools);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return tools;
    },
    async call(name, input) {
      try {
        // Not callTool(), which refuses an answer that does not fit the tool's schema.
        const params = { name, arguments: input };
        const answer = await client.request({ method: 'tools/call', params }, options);
        return { content: answer.content, isError: answer.isError === true };
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        const { code, message, data } = error;
        return { error: { code, message, ...(data === undefined ? {} : { data }) } };
      }
    },
    close: () => client.close(),
  };
}
