import * as z from 'zod/mini';

/** A JSON Schema (draft 2020-12), without the `$schema` keyword. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Converts a zod schema to JSON Schema.
 *
 * @param adjust called with every node of the schema; may modify it in place
 */
export function jsonSchemaOf(
  schema: z.core.$ZodType,
  adjust: (node: z.core.JSONSchema.BaseSchema) => void = () => {},
): JsonSchema {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: node }) => {
      // zod adds a pattern of 300 characters that only repeats the format.
      if (node.format === 'date-time') delete node.pattern;
      // zod adds these bounds to every integer; they are not limits of the service.
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
      if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
      adjust(node);
    },
  });
  return jsonSchema;
}
