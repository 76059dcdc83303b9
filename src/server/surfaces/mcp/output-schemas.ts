import type * as z from 'zod/mini';
import { type JsonSchema, jsonSchemaOf, mergeNull } from '../../../contract/json-schema.ts';
import { nouns } from '../../../contract/noun.ts';
import type { Operation } from '../../../contract/operation.ts';
import { schemaName } from '../../../contract/schema-name.ts';

type Node = z.core.JSONSchema.BaseSchema;

/**
 * The output schemas of tools, which assistants keep in their context, with types and names only. An object
 * that several tools return, such as a monitor, is described by one of them, if possible by one that reads;
 * the others only have its name as `title`. An object that extends a described one has its own fields only.
 */
export function outputSchemas(operations: readonly Operation[]): Map<Operation, JsonSchema> {
  /** The operation that describes each object, by name. */
  const describing = new Map<string, Operation>();
  const fieldsOf = new Map<string, ReadonlySet<string>>();
  const schemas = new Map<Operation, JsonSchema>();
  for (const operation of operations.toSorted(byOrder)) {
    const schema = jsonSchemaOf(operation.output, (node, part) => {
      simplify(node);
      const name = schemaName(part);
      if (name === undefined) return;
      if ((describing.get(name) ?? operation) !== operation) return replace(node, { title: name });
      describing.set(name, operation);
      const properties = Object.entries(node.properties ?? {});
      fieldsOf.set(name, new Set(properties.map(([field]) => field)));
      const base = nouns.get(part)?.base;
      const known = base === undefined ? undefined : fieldsOf.get(base);
      if (!known) return void Object.assign(node, { title: name });
      replace(node, {
        title: `${name} extends ${base}`,
        properties: Object.fromEntries(properties.filter(([field]) => !known.has(field))),
      });
    });
    schemas.set(operation, schema);
  }
  return schemas;
}

/** Operations that read come first, and those whose objects extend no others. */
function byOrder(one: Operation, other: Operation): number {
  return placeOf(one) - placeOf(other);
}

function placeOf({ effect, output }: Operation): number {
  let extendsOthers = false;
  jsonSchemaOf(output, (_, part) => {
    extendsOthers ||= nouns.get(part)?.base !== undefined;
  });
  return (effect === 'read' ? 0 : 2) + (extendsOthers ? 1 : 0);
}

/** The keywords of a schema that are not removed. */
const keptKeywords = ['title', 'type', 'enum', 'const', 'format', 'properties', 'items', 'anyOf'];

function simplify(node: Node): void {
  for (const keyword of Object.keys(node))
    if (!keptKeywords.includes(keyword)) delete node[keyword];
  mergeNull(node);
}

function replace(node: Node, object: Node): void {
  for (const keyword of Object.keys(node)) delete node[keyword];
  Object.assign(node, { type: 'object', ...object });
}
