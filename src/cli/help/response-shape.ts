import { type JsonSchema, jsonSchemaOf } from '../../contract/json-schema.ts';
import type { Operation } from '../../contract/operation.ts';

/**
 * The names of the fields of an operation's response, as in
 * `{items: [{id, title}], did_you_mean?, has_more}`. `?` marks fields that may be absent.
 */
export function responseShape({ output }: Operation): string {
  return shapeOf(jsonSchemaOf(output));
}

/** Empty for a value without fields. */
function shapeOf(schema: JsonSchema): string {
  const { properties, required, items, anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.map(shapeOf).find((shape) => shape !== '') ?? '';
  if (items !== undefined) return `[${shapeOf(items as JsonSchema)}]`;
  if (properties === undefined) return '';
  const always = new Set((required ?? []) as string[]);
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => {
    const shape = shapeOf(field);
    return name + (always.has(name) ? '' : '?') + (shape === '' ? '' : `: ${shape}`);
  });
  return `{${fields.join(', ')}}`;
}
