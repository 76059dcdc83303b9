import { errorStatus } from '../../src/contract/error-status.ts';
import { operationExample } from '../../src/contract/examples/operation-examples.ts';
import { expectedErrors } from '../../src/contract/expected-errors.ts';
import { serviceSection } from '../../src/contract/noun.ts';
import { extensionNote, type Operation } from '../../src/contract/operation.ts';
import { groupDescriptions } from '../../src/contract/operation-groups.ts';
import { isOperation, operations } from '../../src/contract/operations.ts';
import { schemaName } from '../../src/contract/schema-name.ts';
import { docstring, sentence } from './docstring.ts';
import { pascalCase } from './pascal-case.ts';

/** The names of the types of an operation. */
export interface OperationTypes {
  /** `undefined` if it has no input. */
  input: string | undefined;
  output: string;
  /** The type of an item of its list; `undefined` if it has none. */
  item: string | undefined;
}

/** The source text of the union of the names of all operations. */
export function operationNames(names: readonly string[]): string {
  const description = 'The name of an operation: the path of its method.';
  const union = names.map((name) => `\n  | '${name}'`).join('');
  return `${docstring([description])}export type OperationName =${union};`;
}

/** The source text of the `Client` interface and of an interface for each group of operations. */
export function clientInterfaces(typesOf: (operation: Operation) => OperationTypes): string[] {
  const groups: string[] = [];
  const members = Object.entries(operations).map(([key, entry]) => {
    if (isOperation(entry)) return methodText(key, entry, typesOf(entry));
    const name = `${pascalCase(key)}Methods`;
    const description = sentence(groupDescriptions.get(key) ?? '');
    const methods = Object.entries<Operation>(entry).map(([method, operation]) =>
      methodText(method, operation, typesOf(operation)),
    );
    groups.push(interfaceText(name, description, methods));
    return `${docstring([description], '  ')}  readonly ${key}: ${name};`;
  });
  const description = 'The operations of the service, one method each.';
  return [...groups, interfaceText('OperationMethods', description, members)];
}

function interfaceText(name: string, description: string, members: readonly string[]): string {
  return `${docstring([description])}export interface ${name} {\n${members.join('\n')}\n}`;
}

function methodText(key: string, operation: Operation, types: OperationTypes): string {
  const { input } = types;
  const required = Object.values(operation.input.def.shape).some(
    (schema) => schema._zod.optin !== 'optional',
  );
  const inputText = `input${required ? '' : '?'}: ${input ?? 'NoInput'}`;
  return `${docstring(methodParagraphs(operation), '  ')}  ${key}(${inputText}, options?: CallOptions): ${promiseOf(operation, types)};`;
}

function promiseOf({ effect }: Operation, { output, item }: OperationTypes): string {
  return item === undefined || effect !== 'read'
    ? `ResponsePromise<${output}>`
    : `ListPromise<${output}, ${item}>`;
}

function methodParagraphs(operation: Operation): string[] {
  const { summary, method, path, section, documented, list, input } = operation;
  const isPaged = 'cursor' in input.def.shape;
  const codes = expectedErrors(operation)
    .map((code) => `${errorStatus[code]} \`${code}\``)
    .sort();
  return [
    sentence(summary),
    [
      `\`${method} ${path}\` (${serviceSection(section)}).`,
      effectNote(operation),
      ...(operation.access === 'free' ? [] : ['Needs a paid plan.']),
      ...(documented ? [] : [sentence(extensionNote)]),
    ].join(' '),
    ...(isPaged ? [`Resolves to one page; \`for await\` reads the ${list} of all pages.`] : []),
    '@throws {InputError} if the input is invalid; nothing is sent',
    `@throws {ServiceError} if the service responds with an error: ${codes.join(', ')}`,
    '@throws {NetworkError} if no complete response is received',
    '@throws {InvalidResponseError} if the response is not JSON',
    `@example\n\`\`\`ts\n${isPaged ? exampleLoop(operation) : exampleCall(operation)}\n\`\`\``,
  ];
}

function effectNote({ effect, destructive }: Operation): string {
  if (effect === 'read') return 'Changes nothing.';
  if (effect === 'create')
    return 'Creates something: repeated only after 429 or if nothing was sent.';
  if (effect === 'delete') return 'Cannot be undone; can be repeated.';
  return destructive
    ? 'Overwrites what no other call can restore; can be repeated.'
    : 'Can be repeated: the result is the same.';
}

/** The call in the example of a method. */
function exampleCall(operation: Operation): string {
  const { list, secretField } = operation;
  const field = list ?? secretField;
  return field === undefined
    ? `const ${variableName(operation)} = await ${callText(operation)};`
    : `const { ${field} } = await ${callText(operation)};`;
}

/** One page, and a loop through all. */
function exampleLoop(operation: Operation): string {
  const item = itemName(operation);
  return `${exampleCall(operation)}
for await (const ${item} of ${callText(operation)}) {
  console.log(${item}.id);
}`;
}

/** `delivery` for `webhook_deliveries`. */
function itemName({ list = '' }: Operation): string {
  return list.replace(/^.*_/, '').replace(/ies$/, 'y').replace(/s$/, '');
}

function callText(operation: Operation): string {
  return `client.${operation.name}(${objectLiteral(operationExample(operation).input)})`;
}

/** `run` for a `Run`, `response` for a response without a name. */
function variableName({ output }: Operation): string {
  const name = schemaName(output);
  return name === undefined ? 'response' : name.charAt(0).toLowerCase() + name.slice(1);
}

function objectLiteral(value: object): string {
  const fields = Object.entries(value).map(
    ([name, field]) => `${name}: ${JSON.stringify(field).replaceAll('"', "'")}`,
  );
  if (fields.length === 0) return '';
  const line = `{ ${fields.join(', ')} }`;
  return line.length <= 60 ? line : `{\n${fields.map((field) => `  ${field},\n`).join('')}}`;
}
