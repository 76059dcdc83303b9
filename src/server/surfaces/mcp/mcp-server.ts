import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { version } from '../../../../package.json';
import type { ApiError } from '../../domain/api-error.ts';
import type { Principal } from '../../domain/context.ts';
import { instructions } from './instructions.ts';
import type { Toolbox } from './toolbox.ts';

/** One request to the MCP surface. */
export interface McpExchange {
  caller: Principal;
  /** What the caller is told of an error. */
  refusalFor(error: Error): ApiError;
}

const identity = { name: 'newswatch', title: 'newswatch', version };
const options = {
  capabilities: { tools: {} },
  instructions,
  cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'public' } },
  // Only what a server asks of a client is checked with it; making one takes longer than a request.
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
} as const;

/**
 * The protocol's side of one exchange. The low-level server and not `McpServer`: the service itself
 * checks the plan first and then the input, and words what is wrong.
 */
export function mcpServer(toolbox: Toolbox, exchange: McpExchange): Server {
  const server = new Server(identity, options);
  server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor !== undefined) throw invalidParams('the list has one page and no cursor');
    return { tools: [...toolbox.list()] };
  });
  server.setRequestHandler('tools/call', ({ params }) => callTool(toolbox, params, exchange));
  return server;
}

/**
 * The result of one call, a refusal of the service too.
 *
 * @throws {ProtocolError} where there is no such tool
 */
async function callTool(
  toolbox: Toolbox,
  { name, arguments: input = {} }: CallToolRequest['params'],
  { caller, refusalFor }: McpExchange,
): Promise<CallToolResult> {
  const result = toolbox.call(name, input, caller);
  if (!result) throw invalidParams(`Unknown tool: ${name}`);
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return failure(refusalFor(error));
  }
}

/** In the text alone: structured content would have to fit the tool's output schema. */
function failure(refusal: ApiError): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(refusal) }], isError: true };
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
