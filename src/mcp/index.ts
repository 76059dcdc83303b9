/**
 * An MCP client for the service, and a bridge from stdio. `newswatch mcp` is built on it.
 *
 * @module newswatch/mcp
 */

export { Bridge, type BridgeOptions } from './bridge.ts';
export {
  connectMcp,
  type McpCallResult,
  type McpConnection,
  type McpEndpoint,
  type McpTool,
} from './connection.ts';
export type { ToolFilter } from './tool-filter.ts';
