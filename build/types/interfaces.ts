import { docstring, sentence } from './docstring.ts';
import { pascalCase } from './pascal-case.ts';

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
  propertyNames?: SchemaNode;
  default?: unknown;
  format?: string;
  maxLength?: number;
  maxItems?: number;
}

/** The name of an object, the section that specifies it, and its description. */
type Context = Required<Pick<SchemaNode, 'title' | 'reference'>> & Pick<SchemaNode, 'description'>;

/** Collects the interfaces of JSON Schemas. Objects with the same name are one interface. */
export class Interfaces {
  readonly #nodes = new Map<string, SchemaNode & Context>();

  /** The source text of each interface. */
  get texts(): string[] {
    return [...this.#nodes.values()].map((node) => this.#interfaceText(node));
  }

  /**
   * The type of a value. The interfaces that it needs are added.
   *
   * @param context for an object without a name of its own
   */
  typeOf(node: SchemaNode, context: Context): string {
    if (node.const !== undefined) return literal(node.const);
    if (node.enum) return node.enum.map(literal).join(' | ');
    const types = node.anyOf
      ? node.anyOf.map((each) => this.typeOf(each, context))
      : [node.type ?? 'unknown'].flat().map((type) => this.#typeOf(node, type, context));
    return [...new Set(types)].join(' | ');
  }

  #typeOf(node: SchemaNode, type: string, context: Context): string {
    if (type === 'array') return arrayOf(node.items ? this.typeOf(node.items, context) : 'unknown');
    if (type === 'object') return this.#typeOfObject(node, context);
    return type === 'integer' ? 'number' : type;
  }

  #typeOfObject(node: SchemaNode, context: Context): string {
    if (node.properties || node.title) return this.add({ ...context, ...node });
    const { additionalProperties: values, propertyNames } = node;
    const value = typeof values === 'object' ? this.typeOf(values, context) : 'unknown';
    if (!propertyNames?.enum) return `Record<string, ${value}>`;
    return `Partial<Record<${this.typeOf(propertyNames, context)}, ${value}>>`;
  }

  /** Adds the interface of an object and returns its name. */
  add(node: SchemaNode & Context): string {
    const { title: name } = node;
    const added = this.#nodes.get(name);
    if (added && fieldsText(added) !== fieldsText(node)) {
      throw new Error(`two objects with different fields are called ${name}`);
    }
    if (!added) {
      this.#nodes.set(name, node);
      // Adds the interfaces of its fields.
      this.#interfaceText(node);
    }
    return name;
  }

  #interfaceText(node: SchemaNode & Context): string {
    const { title: name, base, description = '', reference } = node;
    const inherited = base === undefined ? {} : (this.#nodes.get(base)?.properties ?? {});
    const fields = Object.entries(node.properties ?? {})
      .filter(([field]) => !(field in inherited))
      .map(([field, schema]) => this.#fieldText(field, schema, node));
    const heading = base === undefined ? name : `${name} extends ${base}`;
    return `${docstring([sentence(description), `See ${reference}.`])}export interface ${heading} {\n${fields.join('\n')}\n}`;
  }

  #fieldText(field: string, schema: SchemaNode, object: SchemaNode & Context): string {
    const { required = [], reference, title } = object;
    const doc = docstring(fieldParagraphs(schema, reference), '  ');
    const optional = required.includes(field) ? '' : '?';
    // Inputs have null in optional fields, and are often built from values that may be undefined.
    const context = {
      title: title + pascalCase(field),
      reference,
      description: `an entry of \`${field}\` of a \`${title}\``,
    };
    const type = this.typeOf(schema, context);
    return `${doc}  ${field}${optional}: ${type}${optional && ' | undefined'};`;
  }
}

function fieldParagraphs(schema: SchemaNode, reference: string): string[] {
  const [value = schema] = alternatives(schema);
  const { format, maxLength, maxItems, default: defaultValue } = { ...value, ...schema };
  const notes = [
    sentence(descriptionOf(schema)),
    ...(format === 'date-time' ? ['RFC 3339, such as `2026-11-20T09:30:00.000Z`.'] : []),
    ...(maxLength === undefined ? [] : [`At most ${grouped(maxLength)} characters.`]),
    ...(maxItems === undefined ? [] : [`At most ${grouped(maxItems)} items.`]),
    `See ${reference}.`,
  ];
  return [
    notes.join(' '),
    ...(defaultValue === undefined ? [] : [`@defaultValue ${JSON.stringify(defaultValue)}`]),
  ];
}

/** The description of a value, or those of its alternatives. */
function descriptionOf(schema: SchemaNode): string {
  return schema.description ?? alternatives(schema).map(descriptionOf).join('; or ');
}

function alternatives({ anyOf = [] }: SchemaNode): SchemaNode[] {
  return anyOf.filter(({ type }) => type !== 'null');
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
