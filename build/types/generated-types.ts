import { errorBodySchema, planRequiredSchema } from '../../src/contract/errors.ts';
import { newsAlertSchema, webhookTestSchema } from '../../src/contract/events.ts';
import { type AdjustNode, inputSchemaOf, jsonSchemaOf } from '../../src/contract/json-schema.ts';
import { nouns, serviceSection } from '../../src/contract/noun.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { operationList } from '../../src/contract/operations.ts';
import { schemaName } from '../../src/contract/schema-name.ts';
import { clientInterfaces, type OperationTypes, pascalCase } from './client-interface.ts';
import { Interfaces, type SchemaNode } from './interfaces.ts';

const heading = '// Generated from the declarations by `npm run generate`. Do not edit.\n\n';

/**
 * The public types of the contract: interfaces with docstrings, made from the declarations.
 *
 * @returns the source text of each file of `src/generated`, by name
 */
export function generatedTypes(): Map<string, string> {
  const data = new Interfaces();
  const types = new Map(operationList.map((operation) => [operation, addTypes(data, operation)]));
  for (const schema of [errorBodySchema(), planRequiredSchema()]) data.typeOf(namedSchema(schema));
  const events = new Interfaces();
  for (const schema of [newsAlertSchema(), webhookTestSchema()]) events.typeOf(namedSchema(schema));
  const client = clientInterfaces((operation) => typesOf(types, operation));
  return new Map([
    ['data.ts', fileOf([...data.texts.values()])],
    ['events.ts', fileOf([...events.texts.values()])],
    ['operations.ts', fileOf([clientImports([...types.values()]), noInput, ...client])],
  ]);
}

const noInput = `/** The input of an operation without input fields. */
export type NoInput = Record<string, never>;`;

function addTypes(data: Interfaces, operation: Operation): OperationTypes {
  const { name, section, list } = operation;
  const reference = serviceSection(section);
  const input: SchemaNode = {
    ...inputSchemaOf(operation, nameNode),
    description: `The input of \`client.${name}()\``,
    reference,
  };
  const output: SchemaNode = namedSchema(operation.output);
  const isNoun = nouns.has(operation.output);
  const description = `The response of \`client.${name}()\``;
  const items = list === undefined ? undefined : output.properties?.[list]?.items;
  return {
    input:
      Object.keys(input.properties ?? {}).length === 0
        ? undefined
        : data.add(`${pascalCase(name)}Input`, input),
    output: isNoun
      ? data.typeOf(output)
      : data.add(`${pascalCase(name)}Response`, { ...output, description, reference }),
    item: items && data.typeOf(items),
  };
}

function namedSchema(schema: Parameters<typeof jsonSchemaOf>[0]): SchemaNode {
  return jsonSchemaOf(schema, nameNode);
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
  return `${heading}${parts.join('\n\n')}\n`;
}
