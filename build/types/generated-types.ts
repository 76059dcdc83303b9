import { errorBodySchema, planRequiredSchema } from '../../src/contract/errors.ts';
import { newsAlertSchema, webhookTestSchema } from '../../src/contract/events.ts';
import { type AdjustNode, inputSchemaOf, jsonSchemaOf } from '../../src/contract/json-schema.ts';
import { nouns, serviceSection } from '../../src/contract/noun.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { operationList } from '../../src/contract/operations.ts';
import { schemaName } from '../../src/contract/schema-name.ts';
import { fixtureSchema } from '../../src/server/testing/fixture/fixture-schema.ts';
import { clientInterfaces, type OperationTypes, operationNames } from './client-interface.ts';
import { Interfaces, type SchemaNode } from './interfaces.ts';
import { pascalCase } from './pascal-case.ts';

const heading = '// Generated from the declarations by `npm run generate`. Do not edit.';

/**
 * The public types of the contract: interfaces with docstrings, made from the declarations.
 *
 * @returns the source text of each file of `src/generated`, by name
 */
export function generatedTypes(): Map<string, string> {
  const data = new Interfaces();
  const types = new Map(operationList.map((operation) => [operation, addTypes(data, operation)]));
  addNouns(data, [errorBodySchema(), planRequiredSchema()]);
  const events = new Interfaces();
  addNouns(events, [newsAlertSchema(), webhookTestSchema()]);
  const names = operationNames(operationList.map(({ name }) => name));
  const client = clientInterfaces((operation) => typesOf(types, operation));
  return new Map([
    ['data.ts', fileOf(data.texts)],
    ['events.ts', fileOf(events.texts)],
    ['fixture.ts', fileOf(fixtureTypes())],
    ['operations.ts', fileOf([clientImports([...types.values()]), noInput, names, ...client])],
  ]);
}

const noInput = `/** The input of an operation without input fields. */
export type NoInput = Record<string, never>;`;

function addTypes(data: Interfaces, operation: Operation): OperationTypes {
  const { name, section, list } = operation;
  const reference = serviceSection(section);
  const input: SchemaNode = inputSchemaOf(operation, nameNode);
  const output: SchemaNode = jsonSchemaOf(operation.output, nameNode);
  const items = list === undefined ? undefined : output.properties?.[list]?.items;
  const hasInput = Object.keys(input.properties ?? {}).length > 0;
  const describe = (what: string, kind: string) => ({
    title: pascalCase(name) + kind,
    reference,
    description: `the ${what} of \`client.${name}()\``,
  });
  return {
    input: hasInput ? data.add({ ...describe('input', 'Input'), ...input }) : undefined,
    output: data.add({ ...describe('response', 'Response'), ...output }),
    item: items && data.typeOf(items, describe('item', 'Item')),
  };
}

function addNouns(interfaces: Interfaces, schemas: readonly Parameters<typeof jsonSchemaOf>[0][]) {
  for (const schema of schemas) {
    interfaces.typeOf(jsonSchemaOf(schema, nameNode), { title: '', reference: '' });
  }
}

const nameNode: AdjustNode = (node, schema) => {
  const name = schemaName(schema);
  const noun = nouns.get(schema);
  if (name !== undefined && noun) Object.assign(node, { title: typeName(name), ...noun });
};

/** `Error` is a global type. */
function typeName(name: string): string {
  return name === 'Error' ? 'ErrorBody' : name;
}

function fixtureTypes(): string[] {
  const interfaces = new Interfaces();
  const schema = jsonSchemaOf(fixtureSchema(), (node, part) => {
    const name = schemaName(part);
    // `addNews()` takes news too.
    if (name !== undefined) node.title = name === 'NewsInput' ? name : `Fixture${name}`;
  });
  interfaces.add({
    description: 'a known state to start a server from; every part is optional',
    ...schema,
    title: 'FixtureInput',
    reference: 'docs/server.md, Fixtures',
  });
  return interfaces.texts;
}

function typesOf(types: ReadonlyMap<Operation, OperationTypes>, operation: Operation) {
  const found = types.get(operation);
  if (!found) throw new Error(`${operation.name} is not in the list of operations`);
  return found;
}

function clientImports(types: readonly OperationTypes[]): string {
  const names = types.flatMap((each) => Object.values(each).filter((name) => name !== undefined));
  const sorted = [...new Set(names)].sort();
  return [
    "import type { CallOptions } from '../client/call-options.ts';",
    "import type { ListPromise } from '../client/list-promise.ts';",
    "import type { ResponsePromise } from '../client/response-promise.ts';",
    `import type {\n${sorted.map((name) => `  ${name},\n`).join('')}} from './data.ts';`,
  ].join('\n');
}

function fileOf(parts: readonly string[]): string {
  return `${[heading, ...parts].join('\n\n')}\n`;
}
