import type { McpTool } from 'newswatch/mcp';
import type { Operation } from '../../../contract/operation.ts';
import { operationList } from '../../../contract/operations.ts';

/** The function of that name, if this version knows it. */
export function findOperation(name: string): Operation | undefined {
  return operationList.find((operation) => operation.name === name);
}

/** Whether a tool only reads: by the table, and by the service's word where the table has no such tool. */
export function isReadTool({ name, annotations }: McpTool): boolean {
  const operation = findOperation(name);
  return operation ? operation.effect === 'read' : annotations?.readOnlyHint === true;
}
