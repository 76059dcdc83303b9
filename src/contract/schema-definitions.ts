import type * as z from 'zod/mini';
import { type JsonSchema, jsonSchemaOf, mergeNull } from './json-schema.ts';
import { schemaName } from './schema-name.ts';

/** Where a document keeps its definitions. */
type Place = '#/components/schemas/' | '#/$defs/';

/** The named schemas of a document, each of which is defined once and referred to elsewhere. */
export class SchemaDefinitions {
  readonly #place: Place;
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #zodSchemas = new Map<string, z.core.$ZodType>();

  constructor(place: Place) {
    this.#place = place;
  }

  /**
   * The JSON Schema of a zod schema, with references to the named schemas in it. Adds them to the
   * definitions.
   */
  schemaOf(schema: z.core.$ZodType): JsonSchema {
    const name = schemaName(schema);
    return name === undefined ? this.#convert(schema) : this.#defineOnce(name, schema);
  }

  /**
   * Adds a definition.
   *
   * @returns a reference to it
   */
  define(name: string, schema: JsonSchema): JsonSchema {
    this.#schemas.set(name, schema);
    return this.#ref(name);
  }

  #defineOnce(name: string, schema: z.core.$ZodType): JsonSchema {
    const known = this.#zodSchemas.get(name);
    if (known && known !== schema) throw new Error(`two schemas have the name ${name}`);
    if (known) return this.#ref(name);
    this.#zodSchemas.set(name, schema);
    return this.define(name, this.#convert(schema));
  }

  /** Converts a schema without regard to its own name. */
  #convert(schema: z.core.$ZodType): JsonSchema {
    return jsonSchemaOf(schema, (node, part) => {
      // Unknown fields are allowed by default.
      if (isEmpty(node.additionalProperties)) delete node.additionalProperties;
      mergeNull(node);
      const name = part === schema ? undefined : schemaName(part);
      if (name === undefined) return;
      for (const keyword of Object.keys(node)) delete node[keyword];
      Object.assign(node, this.#defineOnce(name, part));
    });
  }

  /** Adds examples to the definition that a reference names. */
  addExamples({ $ref }: JsonSchema, examples: readonly unknown[]): void {
    const name = String($ref).slice(this.#place.length);
    this.#schemas.set(name, { ...this.#schemas.get(name), examples });
  }

  #ref(name: string): JsonSchema {
    return { $ref: `${this.#place}${name}` };
  }

  /** All definitions so far, sorted by name. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
