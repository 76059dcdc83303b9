import * as z from 'zod/mini';
import type { Operation } from './operation.ts';

/** A JSON Schema (draft 2020-12), without the `$schema` keyword. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type AdjustNode = (node: z.core.JSONSchema.BaseSchema, schema: z.core.$ZodType) => void;

/**
 * Converts a zod schema to JSON Schema.
 *
 * @param adjust called with every node and the zod schema that it is made from; may modify the node
 */
export function jsonSchemaOf(schema: z.core.$ZodType, adjust: AdjustNode = () => {}): JsonSchema {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: node, zodSchema }) => {
      // zod adds a pattern of 300 characters that only repeats the format.
      if (node.format === 'date-time') delete node.pattern;
      // zod adds these bounds to every integer; they are not limits of the service.
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
      if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
      adjust(node, zodSchema);
    },
  });
  return jsonSchema;
}

/**
 * The JSON Schema of an operation's input as JSON, where every optional field takes `null`.
 *
 * @param adjust called with every node and the zod schema that it is made from; may modify the node
 */
export function inputSchemaOf({ input }: Operation, adjust?: AdjustNode): JsonSchema {
  const schema = jsonSchemaOf(input, adjust);
  const required = new Set((schema['required'] ?? []) as string[]);
  const fields = Object.entries(schema['properties'] as Record<string, JsonSchema>);
  const properties = fields.map(([name, field]) => [
    name,
    required.has(name) ? field : orNull(field),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Adds `null` to the types of a schema, without `anyOf`, which hides the description. */
export function mergeNull(node: z.core.JSONSchema.BaseSchema): void {
  const { anyOf } = node;
  const [inner, none, ...others] = anyOf ?? [];
  if (!inner || none?.type !== 'null' || others.length > 0) return;
  if (typeof inner.type !== 'string' || inner.const !== undefined) return;
  delete node.anyOf;
  const { type, ...rest } = inner;
  const nullable = { type: [type, 'null'], ...(inner.enum && { enum: [...inner.enum, null] }) };
  Object.assign(node, { ...rest, ...node, ...nullable });
}

/** Adds `null` to the types of a field, without `anyOf`, which hides the description. */
function orNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const inner: JsonSchema = Array.isArray(anyOf) ? { ...anyOf[0], ...rest } : schema;
  const values = inner['enum'];
  return {
    ...inner,
    type: [inner['type'], 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}
