/** The service's MCP surface from the client's side: what `newswatch mcp` stands on. */

export { Bridge, type BridgeOptions } from './bridge.ts';
export {
  connectMcp,
  type McpCallResult,
  type McpConnection,
  type McpEndpoint,
  type McpTool,
} from './connection.ts';
