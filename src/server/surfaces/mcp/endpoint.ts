import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { mcpLimits } from './limits.ts';
import { createMcpServer } from './mcp-server.ts';
import { invalidRequest } from './rpc-error.ts';
import type { McpCaller, McpTools } from './tools.ts';

/** Responds to JSON-RPC messages of every protocol revision. */
export function createEndpoint(tools: McpTools) {
  const current = createMcpHandler(
    ({ authInfo }) => createMcpServer(tools, authInfo?.extra?.['caller'] as McpCaller),
    { legacy: 'reject' },
  );
  return {
    /** @param message the parsed body of the request */
    async respond(request: Request, message: unknown, caller: McpCaller): Promise<Response> {
      const problem = batchProblem(request, message);
      if (problem !== undefined) return invalidRequest(problem);
      if (!namesCurrentRevision(request) && (await isLegacyRequest(request, message))) {
        return respondLegacy(tools, request, message, caller);
      }
      // The caller is authenticated already; the library only passes it on to the server.
      const authInfo = { token: '', clientId: '', scopes: [], extra: { caller } };
      return current.fetch(request, { parsedBody: message, authInfo });
    },
    /** Ends open streams. */
    close: () => current.close(),
  };
}

/** Handles the 2025 revisions with JSON; the library's own fallback sends event streams. */
async function respondLegacy(
  tools: McpTools,
  request: Request,
  message: unknown,
  caller: McpCaller,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createMcpServer(tools, caller);
  await server.connect(transport);
  try {
    return await transport.handleRequest(acceptingBothTypes(request), { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** Checked first because `isLegacyRequest` parses the message again. */
function namesCurrentRevision(request: Request): boolean {
  return (request.headers.get('mcp-protocol-version') ?? '') >= '2026-07-28';
}

/** The transport requires both types in `Accept`, which clients such as `curl` do not send. */
function acceptingBothTypes(request: Request): Request {
  const accept = request.headers.get('accept') ?? '';
  if (accept.includes('application/json') && accept.includes('text/event-stream')) return request;
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  return new Request(request.url, { method: request.method, headers });
}

/** Only revision 2025-03-26 supports batches. It is also the default if the header is missing. */
function batchProblem(request: Request, message: unknown): string | undefined {
  if (!Array.isArray(message)) return undefined;
  const revision = request.headers.get('mcp-protocol-version') ?? '2025-03-26';
  if (message.length === 0 || revision !== '2025-03-26') return 'the body must contain one message';
  const { maxBatchMessages } = mcpLimits;
  if (message.length <= maxBatchMessages) return undefined;
  return `a batch must have at most ${maxBatchMessages} messages`;
}
