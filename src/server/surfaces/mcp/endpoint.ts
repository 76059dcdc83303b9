import {
  createMcpHandler,
  isLegacyRequest,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type McpExchange, mcpServer } from './mcp-server.ts';
import type { Toolbox } from './toolbox.ts';

interface Endpoint {
  /** Answers one parsed JSON-RPC message, of any revision of the protocol, with JSON. */
  answer(request: Request, message: unknown, exchange: McpExchange): Promise<Response>;
  /** Ends the streams of those who listen for changes (there are none to tell of). */
  close(): Promise<void>;
}

export function createEndpoint(toolbox: Toolbox): Endpoint {
  const factory: McpServerFactory = ({ authInfo }) =>
    mcpServer(toolbox, authInfo?.extra?.['exchange'] as McpExchange);
  const current = createMcpHandler(factory, { legacy: 'reject' });

  const answer: Endpoint['answer'] = async (request, message, exchange) => {
    if (isBatchOutOfPlace(request, message)) return invalidRequest();
    if (!namesCurrent(request) && (await isLegacyRequest(request, message))) {
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      const server = mcpServer(toolbox, exchange);
      await server.connect(transport);
      try {
        return await transport.handleRequest(acceptingAll(request), { parsedBody: message });
      } finally {
        await server.close();
      }
    }
    // Who calls was settled before; the library only carries it to the factory.
    const authInfo = { token: '', clientId: '', scopes: [], extra: { exchange } };
    return current.fetch(request, { parsedBody: message, authInfo });
  };
  return { answer, close: () => current.close() };
}

/** The header settles it for the library too, which would otherwise read the message twice. */
function namesCurrent(request: Request): boolean {
  return (request.headers.get('mcp-protocol-version') ?? '') >= '2026-07-28';
}

/** The revisions of 2025 want both named; a plain `curl` names neither, and gets JSON all the same. */
function acceptingAll(request: Request): Request {
  const accept = request.headers.get('accept') ?? '';
  if (accept.includes('application/json') && accept.includes('text/event-stream')) return request;
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  return new Request(request.url, { method: request.method, headers });
}

/** Batches belong to the revision 2025-03-26 alone, which a missing header stands for. */
function isBatchOutOfPlace(request: Request, message: unknown): boolean {
  if (!Array.isArray(message)) return false;
  const revision = request.headers.get('mcp-protocol-version') ?? '2025-03-26';
  return message.length === 0 || revision !== '2025-03-26';
}

function invalidRequest(): Response {
  const error = { code: -32600, message: 'Invalid Request: a body holds one message' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}
