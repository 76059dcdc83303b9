import type { Tool } from '@modelcontextprotocol/server';
import type * as z from 'zod/mini';
import { jsonSchemaOf } from '../../../contract/json-schema.ts';
import type { Operation } from '../../../contract/operation.ts';

/** An operation of the table as an MCP tool. */
export function toolOf(operation: Operation): Tool {
  const { name, effect, destructive, openWorld } = operation;
  return {
    name,
    description: descriptionOf(operation),
    inputSchema: jsonSchemaOf(operation.input, portable) as Tool['inputSchema'],
    outputSchema: jsonSchemaOf(operation.output, portable) as NonNullable<Tool['outputSchema']>,
    annotations: {
      readOnlyHint: effect === 'read',
      destructiveHint: destructive,
      idempotentHint: effect !== 'create',
      openWorldHint: openWorld,
    },
  };
}

function descriptionOf({ summary, access }: Operation): string {
  return access === 'free' ? summary : `${summary}. Needs a paid plan`;
}

/**
 * Regular expressions are left to the service, for their dialects differ from client to client; that a
 * loose object takes more goes without saying.
 */
function portable(node: z.core.JSONSchema.BaseSchema): void {
  delete node.pattern;
  delete node.allOf;
  if (node.additionalProperties !== false) delete node.additionalProperties;
}
