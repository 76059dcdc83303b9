import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { asTool, fromToolInput } from '../../../contract/as-tool.ts';
import { inputSchemaOf, type JsonSchema } from '../../../contract/json-schema.ts';
import { once } from '../../../contract/once.ts';
import type { Operation } from '../../../contract/operation.ts';
import { operationList } from '../../../contract/operations.ts';
import { validate } from '../../../contract/validate.ts';
import { ApiError, invalidInput } from '../../domain/api-error.ts';
import type { Principal } from '../../domain/context.ts';
import type { Service } from '../../domain/service.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { outputSchemas } from './output-schemas.ts';

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
export function operationTools(service: Service, metrics: Metrics, tracing: Tracing): McpTools {
  const operations = new Map(operationList.map((operation) => [operation.name, operation]));
  return {
    list: once(() => {
      const schemas = outputSchemas(operationList);
      return operationList.map((operation) => toolOf(operation, schemas.get(operation)));
    }),
    call: (name, input, caller) => {
      const operation = operations.get(name);
      if (!operation) return undefined;
      const call = tracing.span(
        () => ({
          name: `tools/call ${name}`,
          attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': name },
          parent: caller.principal.trace,
        }),
        ({ trace = caller.principal.trace }) => {
          const principal = { ...caller.principal, trace };
          return callOperation(service, operation, input, { ...caller, principal });
        },
      );
      return counted(metrics, operation, call);
    },
  };
}

async function counted<Result>(
  metrics: Metrics,
  { name: operation }: Operation,
  call: Promise<Result>,
): Promise<Result> {
  const count = (outcome: string) =>
    metrics.count('newswatch_mcp_calls_total', { operation, outcome });
  try {
    const result = await call;
    count('ok');
    return result;
  } catch (error) {
    count(error instanceof ApiError ? error.code : 'failed');
    throw error;
  }
}

async function callOperation(
  service: Service,
  operation: Operation,
  input: unknown,
  { principal, signal }: McpCaller,
): Promise<CallToolResult> {
  const { value, json } = await service.call(
    operation,
    () => operationInput(operation, input),
    principal,
    signal,
  );
  return { content: [{ type: 'text', text: json }], structuredContent: value };
}

/** @throws {ApiError} if the input is not valid: the service knows other names of its fields */
function operationInput(operation: Operation, input: unknown): unknown {
  if (Object.keys(operation.toolFields).length === 0) return input;
  const checked = validate(asTool(operation), input);
  if ('issues' in checked) throw invalidInput(checked.issues);
  return fromToolInput(operation, checked.input);
}

function toolOf(operation: Operation, outputSchema: JsonSchema | undefined): Tool {
  const { name, title, summary, effect, destructive, openWorld } = operation;
  return {
    name,
    title,
    description: summary + planNote(operation),
    inputSchema: inputSchemaOf(asTool(operation), simplify) as Tool['inputSchema'],
    outputSchema: outputSchema as NonNullable<Tool['outputSchema']>,
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

/** Removes patterns, whose syntax differs between clients, and keywords that repeat a default. */
function simplify(node: z.core.JSONSchema.BaseSchema): void {
  delete node.pattern;
  delete node.allOf;
  if (node.additionalProperties !== false) delete node.additionalProperties;
}
