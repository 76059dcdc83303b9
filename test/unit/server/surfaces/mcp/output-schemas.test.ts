import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, it } from 'vitest';
import { type JsonSchema, jsonSchemaOf } from '../../../../../src/contract/json-schema.ts';
import { operationList } from '../../../../../src/contract/operations.ts';
import { schemaName } from '../../../../../src/contract/schema-name.ts';
import { outputSchemas } from '../../../../../src/server/surfaces/mcp/output-schemas.ts';

const schemas = outputSchemas(operationList);

/** All objects with a title in a schema. */
function titled(schema: unknown): { title: string; properties?: object }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(titled);
  return 'title' in schema && typeof schema.title === 'string'
    ? [schema as { title: string }, ...inner]
    : inner;
}

it('are JSON Schemas of objects, as the protocol requires', () => {
  const ajv = formats(new Ajv2020({ strictTypes: 'log', allowUnionTypes: true }));
  for (const operation of operationList) {
    const schema = schemas.get(operation) as JsonSchema;
    expect(schema['type']).toBe('object');
    expect(() => ajv.compile(schema)).not.toThrow();
  }
});

it('describe each object in one tool, and the fields that it has from another object there', () => {
  const describing = operationList.flatMap((operation) => {
    const described = titled(schemas.get(operation)).filter(({ properties }) => properties);
    return [...new Set(described.map(({ title }) => title.replace(/ extends .*/, '')))];
  });
  const names = new Set<string>();
  for (const { output } of operationList) {
    jsonSchemaOf(output, (_, part) => {
      const name = schemaName(part);
      if (name !== undefined) names.add(name);
    });
  }
  expect(describing.toSorted()).toEqual([...names].toSorted());
  const byName = new Map(operationList.map((operation) => [operation.name, operation]));
  const schemaOf = (name: string) => schemas.get(byName.get(name) ?? expect.fail(name));
  expect(schemaOf('monitors.pause')).toEqual({ type: 'object', title: 'Monitor' });
  expect(schemaOf('news.get')).toEqual({
    type: 'object',
    title: 'FullNewsItem extends NewsItem',
    properties: { body: { type: ['string', 'null'] } },
  });
});

it('cost less than half of complete ones', () => {
  const bytes = (all: Iterable<unknown>) => Buffer.byteLength(JSON.stringify([...all]));
  const complete = operationList.map(({ output }) =>
    jsonSchemaOf(output, (node) => delete node.description),
  );
  expect(bytes(schemas.values())).toBeLessThan(bytes(complete) / 2);
});
