import * as z from 'zod/mini';
import type { Operation } from '../../../contract/operation.ts';

type Schema = z.core.$ZodType;

/**
 * The paths of the fields that an operation declares, such as `title` and `links.0.url`: of an item if it
 * returns a list, otherwise of the response.
 */
export function schemaFields(operation: Operation): string[] {
  return pathsIn(recordSchema(operation));
}

/** The names of the fields of an item or a response, without those inside of them. */
export function topLevelFields(operation: Operation): string[] {
  return schemaFields(operation).filter((path) => !path.includes('.'));
}

/** The paths of all fields of a response, such as `items.0.title`. */
export function responseFields({ output }: Operation): string[] {
  return pathsIn(output);
}

/** Whether a path is declared, also with another index or another key of a map. */
export function isSchemaField(operation: Operation, path: string): boolean {
  return isDeclared(recordSchema(operation), path);
}

/** Like {@link isSchemaField}, for a path of the whole response. */
export function isResponseField({ output }: Operation, path: string): boolean {
  return isDeclared(output, path);
}

function isDeclared(root: Schema, path: string): boolean {
  let schema: Schema | undefined = root;
  for (const name of path.split('.')) schema = schema && schemaUnder(schema, name);
  return schema !== undefined;
}

function recordSchema({ output, list }: Operation): Schema {
  const items = list === undefined ? undefined : output.def.shape[list];
  return items instanceof z.ZodMiniArray ? items.def.element : output;
}

function pathsIn(schema: Schema): string[] {
  const inner = unwrap(schema);
  const children: (readonly [string, Schema])[] =
    inner instanceof z.ZodMiniObject
      ? Object.entries(inner.def.shape as Readonly<Record<string, Schema>>)
      : inner instanceof z.ZodMiniArray && unwrap(inner.def.element) instanceof z.ZodMiniObject
        ? [['0', inner.def.element]]
        : [];
  return children.flatMap(([name, child]) => [
    ...(name === '0' ? [] : [name]),
    ...pathsIn(child).map((path) => `${name}.${path}`),
  ]);
}

function schemaUnder(schema: Schema, name: string): Schema | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodMiniObject) {
    const shape = inner.def.shape as Readonly<Record<string, Schema>>;
    return Object.hasOwn(shape, name) ? shape[name] : undefined;
  }
  if (inner instanceof z.ZodMiniArray) return /^\d+$/.test(name) ? inner.def.element : undefined;
  return inner instanceof z.ZodMiniRecord ? inner.def.valueType : undefined;
}

function unwrap(schema: Schema): Schema {
  const isWrapper = schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable;
  return isWrapper ? unwrap(schema.def.innerType) : schema;
}
