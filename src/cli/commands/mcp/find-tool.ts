import type { McpTool } from 'newswatch/mcp';
import { didYouMean } from '../../../contract/did-you-mean.ts';
import type { Operation } from '../../../contract/operation.ts';
import { operationList } from '../../../contract/operations.ts';
import { Failure } from '../../errors/failure.ts';

/** The operation behind a tool; `undefined` if this version does not know it. */
export function findOperation(name: string): Operation | undefined {
  return operationList.find((operation) => operation.name === name);
}

/** Whether a tool only reads: by its operation, or for an unknown tool by its `readOnlyHint`. */
export function isReadTool({ name, annotations }: McpTool): boolean {
  const operation = findOperation(name);
  return operation ? operation.effect === 'read' : annotations?.readOnlyHint === true;
}

/** @throws {Failure} if the service has no such tool */
export function findTool(name: string, tools: readonly McpTool[]): McpTool {
  const found = tools.find((tool) => tool.name === name);
  if (found) return found;
  const names = tools.map((tool) => tool.name);
  throw new Failure(
    'unknown_tool',
    `the service has no tool ${JSON.stringify(name)}${didYouMean(name, names)}`,
  );
}

/** Whether a tool says that it may destroy something. */
export function isDestructiveTool({ annotations }: McpTool): boolean {
  return annotations?.readOnlyHint !== true && annotations?.destructiveHint === true;
}
