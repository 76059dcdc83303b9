import * as z from 'zod/mini';

const schemaNames = z.registry<{ name: string }>();

/**
 * Names a schema: documents define it once and refer to it, and its TypeScript type has the same
 * name. Schemas that are derived from it have no name.
 *
 * @param name unique, in PascalCase
 */
export function named<Schema extends z.core.$ZodType>(name: string, schema: Schema): Schema {
  schemaNames.add(schema, { name });
  return schema;
}

/** The name of a schema; `undefined` if it has none. */
export function schemaName(schema: z.core.$ZodType): string | undefined {
  return schemaNames.get(schema)?.name;
}
