import { operationExample } from '../examples/operation-examples.ts';
import { inputSchemaOf, type JsonSchema, jsonSchemaOf } from '../json-schema.ts';
import { extensionNote, type Operation } from '../operation.ts';
import type { SchemaDefinitions } from '../schema-definitions.ts';
import { schemaName } from '../schema-name.ts';
import { errorReferences } from './error-responses.ts';
import { headersOf } from './response-headers.ts';

/** An operation in an OpenAPI document. Defines the schemas of its body and its response. */
export function operationObject(operation: Operation, schemas: SchemaDefinitions): JsonSchema {
  const { name, summary, documented, access } = operation;
  const parameters = parametersOf(operation);
  const requestBody = requestBodyOf(operation, schemas);
  return {
    operationId: name,
    summary,
    description: [
      access === 'free' ? 'Works without a paid plan.' : 'Needs a paid plan.',
      ...(documented ? [] : [`A ${extensionNote}.`]),
    ].join(' '),
    tags: [name.split('.')[0]],
    'x-documented': documented,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      200: {
        description: 'Success',
        headers: headersOf('X-Request-Id'),
        content: {
          'application/json': {
            schema: responseSchemaOf(operation, schemas),
            example: operationExample(operation).output,
          },
        },
      },
      ...errorReferences(operation),
    },
  };
}

function parametersOf(operation: Operation): JsonSchema[] {
  // Text has no null: an absent parameter is left out.
  const schema = jsonSchemaOf(operation.input);
  const required = requiredFields(schema);
  const examples = new Map(Object.entries(operationExample(operation).input));
  return fieldSchemas(schema)
    .filter(([field]) => isParameter(operation, field))
    .map(([field, { description, ...fieldSchema }]) => ({
      name: field,
      in: inPath(operation, field) ? 'path' : 'query',
      required: required.has(field),
      description,
      schema: fieldSchema,
      ...(examples.has(field) ? { example: examples.get(field) } : {}),
    }));
}

function requestBodyOf(operation: Operation, schemas: SchemaDefinitions): JsonSchema | undefined {
  const inBody = ([field]: readonly [string, unknown]) => !isParameter(operation, field);
  const schema = inputSchemaOf(operation);
  const fields = fieldSchemas(schema).filter(inBody);
  if (fields.length === 0) return undefined;
  const required = [...requiredFields(schema)].filter((field) => !isParameter(operation, field));
  const properties = Object.fromEntries(
    fields.map(([field, fieldSchema]) => [field, withDefaultInWords(fieldSchema)]),
  );
  const body = { ...schema, properties, required };
  const example = Object.entries(operationExample(operation).input).filter(inBody);
  return {
    required: required.length > 0,
    content: {
      'application/json': {
        schema: schemas.define(typeName(operation, 'Body'), body),
        example: Object.fromEntries(example),
      },
    },
  };
}

/** Generators take a field with a default for one that is always there. */
function withDefaultInWords({ default: value, ...schema }: JsonSchema): JsonSchema {
  if (value === undefined) return schema;
  return { ...schema, description: `${schema['description']} (default: ${value})` };
}

function responseSchemaOf(operation: Operation, schemas: SchemaDefinitions): JsonSchema {
  const schema = schemas.schemaOf(operation.output);
  const hasName = schemaName(operation.output) !== undefined;
  return hasName ? schema : schemas.define(typeName(operation, 'Response'), schema);
}

/** `NewsSearchResponse` for `news.search`. */
function typeName({ name }: Operation, suffix: 'Body' | 'Response'): string {
  const words = name.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return words.join('') + suffix;
}

function isParameter(operation: Operation, field: string): boolean {
  return operation.method === 'GET' || inPath(operation, field);
}

function inPath({ path }: Operation, field: string): boolean {
  return path.includes(`{${field}}`);
}

function fieldSchemas(schema: JsonSchema): [string, JsonSchema][] {
  return Object.entries(schema['properties'] as Record<string, JsonSchema>);
}

function requiredFields(schema: JsonSchema): ReadonlySet<string> {
  return new Set((schema['required'] ?? []) as string[]);
}
