/** Limits of the MCP endpoint. docs/limits.md lists them. */
export const mcpLimits = {
  /** Body, in bytes. Beyond: 413. */
  maxBodyBytes: 1024 * 1024,
  /** Objects and arrays inside each other in a body. Beyond: JSON-RPC error -32600. */
  maxDepth: 32,
  /** Members and elements at every level of a body. Beyond: JSON-RPC error -32600. */
  maxValues: 10_000,
  /** Messages of a batch (revision 2025-03-26). Beyond: JSON-RPC error -32600. */
  maxBatchMessages: 10,
} as const;
