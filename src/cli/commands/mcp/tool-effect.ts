import type { McpTool } from 'newswatch/mcp';
import type { Operation } from '../../../contract/operation.ts';
import { operationList } from '../../../contract/operations.ts';

/** The operation behind a tool; `undefined` if this version does not know it. */
export function findOperation(name: string): Operation | undefined {
  return operationList.find((operation) => operation.name === name);
}

/** Whether a tool only reads: by its operation, or for an unknown tool by its `readOnlyHint`. */
export function isReadTool({ name, annotations }: McpTool): boolean {
  const operation = findOperation(name);
  return operation ? operation.effect === 'read' : annotations?.readOnlyHint === true;
}
