import * as z from 'zod/mini';
import { named, schemaName } from './schema-name.ts';

/** What the TypeScript interface of an object says besides its name, description and fields. */
interface Noun {
  /** Where it is specified, such as `docs/service.md §2.1`. */
  reference: string;
  /** The name of the noun that it extends. */
  base?: string | undefined;
}

/** The objects that have an interface of their own, by schema. */
export const nouns = z.registry<Noun>();

type Shape = Readonly<Record<string, z.core.$ZodType>>;

interface NounDeclaration {
  /** Unique, in PascalCase. */
  name: string;
  /** The section of docs/service.md that specifies it. */
  section: string;
  description: string;
}

/** Declares an object of responses or events. Unknown fields pass through. */
export function noun<Fields extends Shape>(declaration: NounDeclaration, fields: Fields) {
  return declare(z.looseObject(fields), declaration);
}

/** Declares an object that has all fields of another noun, and more. */
export function extendNoun<Base extends Shape, Fields extends Shape>(
  base: z.ZodMiniObject<Base, z.core.$loose>,
  declaration: NounDeclaration,
  fields: Fields,
) {
  return declare(z.extend(base, fields), declaration, schemaName(base));
}

/** Makes a noun of an object. */
export function declare<Schema extends z.ZodMiniObject>(
  schema: Schema,
  { name, section, description }: NounDeclaration,
  base?: string,
): Schema {
  nouns.add(schema, { reference: serviceSection(section), base });
  z.globalRegistry.add(schema, { description });
  return named(name, schema);
}

/** How docstrings cite a section of docs/service.md. */
export function serviceSection(section: string): string {
  return `docs/service.md §${section}`;
}
