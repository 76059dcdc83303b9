import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { operationList } from '../../../contract/operations.ts';
import type { Principal } from '../../domain/context.ts';
import type { Serialized } from '../../domain/serialized.ts';
import type { Service } from '../../domain/service.ts';
import { toolOf } from './operation-tool.ts';

/** What an MCP endpoint offers. */
export interface Toolbox {
  /** The same for every caller and at every call. */
  list(): readonly Tool[];
  /** `undefined` where there is no such tool. */
  call(name: string, input: unknown, caller: Principal): Promise<CallToolResult> | undefined;
}

/** Every operation of the table as a tool under its own name. */
export function operationToolbox(service: Service): Toolbox {
  const operations = new Map(operationList.map((operation) => [operation.name, operation]));
  let tools: readonly Tool[] | undefined;
  return {
    list: () => {
      tools ??= operationList.map(toolOf);
      return tools;
    },
    call: (name, input, caller) => {
      const operation = operations.get(name);
      return operation && service.call(operation, input, caller).then(success);
    },
  };
}

function success({ value, json }: Serialized): CallToolResult {
  return { content: [{ type: 'text', text: json }], structuredContent: value };
}
