import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { inputSchemaOf, jsonSchemaOf } from '../../../contract/json-schema.ts';
import { once } from '../../../contract/once.ts';
import type { Operation } from '../../../contract/operation.ts';
import { operationList } from '../../../contract/operations.ts';
import type { ApiError } from '../../domain/api-error.ts';
import type { Principal } from '../../domain/context.ts';
import type { Service } from '../../domain/service.ts';

/** Who sent a request to the MCP endpoint, and how its errors are reported. */
export interface McpCaller {
  principal: Principal;
  /** Aborted when the client has left. */
  signal: AbortSignal;
  toApiError(error: Error): ApiError;
}

/** The tools of an MCP endpoint. */
export interface McpTools {
  /** The tools are the same for every caller. */
  list(): readonly Tool[];
  /** `undefined` if there is no tool with this name. */
  call(name: string, input: unknown, caller: McpCaller): Promise<CallToolResult> | undefined;
}

/** One tool for each operation, with the operation's name. */
export function operationTools(service: Service): McpTools {
  const operations = new Map(operationList.map((operation) => [operation.name, operation]));
  return {
    list: once(() => operationList.map(toolOf)),
    call: (name, input, caller) => {
      const operation = operations.get(name);
      return operation && callOperation(service, operation, input, caller);
    },
  };
}

async function callOperation(
  service: Service,
  operation: Operation,
  input: unknown,
  { principal, signal }: McpCaller,
): Promise<CallToolResult> {
  const { value, json } = await service.call(operation, () => input, principal, signal);
  return { content: [{ type: 'text', text: json }], structuredContent: value };
}

function toolOf(operation: Operation): Tool {
  const { name, summary, effect, destructive, openWorld } = operation;
  return {
    name,
    description: summary + planNote(operation),
    inputSchema: inputSchemaOf(operation, simplify) as Tool['inputSchema'],
    outputSchema: jsonSchemaOf(operation.output, simplifyOutput) as NonNullable<
      Tool['outputSchema']
    >,
    annotations: {
      readOnlyHint: effect === 'read',
      destructiveHint: destructive,
      idempotentHint: effect !== 'create',
      openWorldHint: openWorld,
    },
  };
}

function planNote({ access, freeInput }: Operation): string {
  if (access === 'free') return '';
  const description = freeInput && z.globalRegistry.get(freeInput)?.description;
  return `. Needs a paid plan${description ? `, except for ${description}` : ''}`;
}

/** The descriptions would double the length of the schemas, which assistants keep in their context. */
function simplifyOutput(node: z.core.JSONSchema.BaseSchema): void {
  simplify(node);
  delete node.description;
}

/** Removes patterns, whose syntax differs between clients, and keywords that repeat a default. */
function simplify(node: z.core.JSONSchema.BaseSchema): void {
  delete node.pattern;
  delete node.allOf;
  if (node.additionalProperties !== false) delete node.additionalProperties;
}
