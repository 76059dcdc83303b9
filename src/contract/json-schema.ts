import * as z from 'zod/mini';
import type { Operation } from './operation.ts';

/** A JSON Schema (draft 2020-12), without its `$schema`. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a caller may pass to an operation. */
export function inputSchemaOf({ input }: Operation): JsonSchema {
  return jsonSchemaOf(input);
}

/** What an operation answers with. Unknown fields are allowed: a later version may say more. */
export function outputSchemaOf({ output }: Operation): JsonSchema {
  return jsonSchemaOf(output);
}

/** @param adjust told of every schema in it, to change it as the reader needs it */
export function jsonSchemaOf(
  schema: z.core.$ZodType,
  adjust: (node: z.core.JSONSchema.BaseSchema) => void = () => {},
): JsonSchema {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: node }) => {
      // The pattern says the same as the format, in 300 characters.
      if (node.format === 'date-time') delete node.pattern;
      // zod's own bound of every whole number: no limit of the service.
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
      if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
      adjust(node);
    },
  });
  return jsonSchema;
}
