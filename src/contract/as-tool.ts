import * as z from 'zod/mini';
import type { Operation } from './operation.ts';

/** The operation with the input of its MCP tool: fields have the names of `toolFields`. */
export function asTool(operation: Operation): Operation {
  const { input, args, toolFields } = operation;
  if (Object.keys(toolFields).length === 0) return operation;
  const toolName = (field: string) => toolFields[field] ?? field;
  const fields = Object.entries(input.def.shape).map(([field, type]) => [toolName(field), type]);
  return {
    ...operation,
    args: args.map(toolName),
    input: z.strictObject(Object.fromEntries(fields)),
  };
}

/** Converts the input of an operation to that of its tool. */
export function toToolInput(
  { toolFields }: Operation,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return renamed(input, new Map(Object.entries(toolFields)));
}

/** Converts the input of a tool to that of its operation. */
export function fromToolInput(
  { toolFields }: Operation,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = Object.entries(toolFields).map(([field, toolName]) => [toolName, field] as const);
  return renamed(input, new Map(names));
}

function renamed(
  input: Readonly<Record<string, unknown>>,
  names: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const entries = Object.entries(input).map(([name, value]) => [names.get(name) ?? name, value]);
  return Object.fromEntries(entries);
}
