import { docstring, sentence } from './docstring.ts';

/** The keywords of JSON Schema that the contract uses, with the names of its nouns. */
export interface SchemaNode {
  /** The name of the interface of an object. */
  title?: string;
  /** The name of the interface that it extends. */
  base?: string;
  /** Where the object is specified. */
  reference?: string;
  description?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly SchemaNode[];
  items?: SchemaNode;
  properties?: Readonly<Record<string, SchemaNode>>;
  required?: readonly string[];
  additionalProperties?: boolean | SchemaNode;
  default?: unknown;
  format?: string;
  maxLength?: number;
  maxItems?: number;
}

/** Collects the interfaces of JSON Schemas. Objects with the same name are one interface. */
export class Interfaces {
  readonly #nodes = new Map<string, SchemaNode>();
  readonly #texts = new Map<string, string>();

  /** The source text of all interfaces, by name. */
  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** The type of a value. The interfaces that it needs are added. */
  typeOf(node: SchemaNode): string {
    if (node.const !== undefined) return literal(node.const);
    if (node.enum) return node.enum.map(literal).join(' | ');
    if (node.anyOf) return unique(node.anyOf.map((each) => this.typeOf(each))).join(' | ');
    if (typeof node.type === 'string') return this.#typeOf(node, node.type);
    return unique((node.type ?? ['unknown']).map((type) => this.#typeOf(node, type))).join(' | ');
  }

  #typeOf(node: SchemaNode, type: string): string {
    if (type === 'array') return arrayOf(node.items ? this.typeOf(node.items) : 'unknown');
    if (type === 'object') return this.#typeOfObject(node);
    return type === 'integer' ? 'number' : type;
  }

  #typeOfObject(node: SchemaNode): string {
    if (node.title !== undefined) return this.add(node.title, node);
    const { properties, additionalProperties: values } = node;
    if (properties) {
      throw new Error(`an object has no name; its fields: ${Object.keys(properties).join(', ')}`);
    }
    return `Record<string, ${typeof values === 'object' ? this.typeOf(values) : 'unknown'}>`;
  }

  /** Adds the interface of an object and returns its name. */
  add(name: string, node: SchemaNode): string {
    const added = this.#nodes.get(name);
    if (added && fieldsText(added) !== fieldsText(node)) {
      throw new Error(`two objects with different fields are called ${name}`);
    }
    if (!added) {
      this.#nodes.set(name, node);
      this.#texts.set(name, this.#interfaceText(name, node));
    }
    return name;
  }

  #interfaceText(name: string, node: SchemaNode): string {
    const { base, description = '', reference = '' } = node;
    const inherited = base === undefined ? {} : (this.#nodes.get(base)?.properties ?? {});
    const fields = Object.entries(node.properties ?? {})
      .filter(([field]) => !(field in inherited))
      .map(([field, schema]) => this.#fieldText(field, schema, node));
    const heading = base === undefined ? name : `${name} extends ${base}`;
    return `${docstring([sentence(description), `@see ${reference}`])}export interface ${heading} {\n${fields.join('\n')}\n}`;
  }

  #fieldText(field: string, schema: SchemaNode, { required = [], reference }: SchemaNode): string {
    const doc = docstring([...fieldParagraphs(field, schema), `@see ${reference}`], '  ');
    const optional = required.includes(field) ? '' : '?';
    // Inputs have null in optional fields, and are often built from values that may be undefined.
    const type = this.typeOf(schema);
    return `${doc}  ${field}${optional}: ${type}${optional && ' | undefined'};`;
  }
}

function fieldParagraphs(field: string, schema: SchemaNode): string[] {
  const { description, format, maxLength, maxItems, default: defaultValue } = schema;
  if (description === undefined) throw new Error(`the field ${field} has no description`);
  const notes = [
    sentence(description),
    ...(format === 'date-time' ? ['RFC 3339, such as `2026-11-20T09:30:00.000Z`.'] : []),
    ...(maxLength === undefined ? [] : [`At most ${grouped(maxLength)} characters.`]),
    ...(maxItems === undefined ? [] : [`At most ${grouped(maxItems)} items.`]),
  ];
  return [
    notes.join(' '),
    ...(defaultValue === undefined ? [] : [`@defaultValue ${JSON.stringify(defaultValue)}`]),
  ];
}

function fieldsText({ properties, required }: SchemaNode): string {
  return JSON.stringify({ properties, required });
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function arrayOf(item: string): string {
  return /^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`;
}

function unique(types: readonly string[]): string[] {
  return [...new Set(types)];
}
