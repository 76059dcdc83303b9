import * as z from 'zod/mini';
import type { Operation } from './operation.ts';
import { fieldTraits } from './shared-fields.ts';

/** An input field, described for surfaces that pass text (command line, query string). */
export interface Field {
  name: string;
  kind: 'text' | 'integer' | 'number' | 'minutes' | 'timestamp' | 'choice' | 'boolean' | 'list';
  required: boolean;
  /** `null` has a meaning of its own. In other optional fields it means absent. */
  nullable: boolean;
  description: string;
  /** The valid values of a choice; empty for every other kind. */
  choices: readonly string[];
  /** The service's default, if it is a fixed value. */
  defaultValue: number | undefined;
  /** Whether `null`, or `[]` for a list, switches something off. */
  canBeNone: boolean;
}

/** The fields of an operation's input, in the order of their declaration. */
export function fieldsOf(operation: Operation): Field[] {
  return Object.entries(operation.input.def.shape).map(([name, schema]) => {
    const inner = unwrap(schema);
    const optional = schema instanceof z.ZodMiniOptional;
    const value = optional ? schema.def.innerType : schema;
    const annotations = z.globalRegistry.get(inner);
    const defaultValue = annotations?.['default'];
    return {
      name,
      kind: kindOf(inner),
      required: !optional,
      nullable: value instanceof z.ZodMiniNullable,
      description: annotations?.description ?? '',
      choices: inner instanceof z.ZodMiniEnum ? inner.options.map(String) : [],
      defaultValue: typeof defaultValue === 'number' ? defaultValue : undefined,
      canBeNone: fieldTraits.get(inner)?.canBeNone ?? false,
    };
  });
}

/** Whether a field of the input identifies a resource, which may not exist. */
export function hasIdField(operation: Operation): boolean {
  return Object.values(operation.input.def.shape).some(
    (schema) => fieldTraits.get(unwrap(schema))?.isId,
  );
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper = schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable;
  return isWrapper ? unwrap(schema.def.innerType) : schema;
}

function kindOf(schema: z.core.$ZodType): Field['kind'] {
  if (schema instanceof z.ZodMiniBoolean) return 'boolean';
  if (schema instanceof z.ZodMiniArray) return 'list';
  if (schema instanceof z.ZodMiniNumberFormat) return fieldTraits.get(schema)?.unit ?? 'integer';
  if (schema instanceof z.ZodMiniNumber) return 'number';
  if (schema instanceof z.ZodMiniEnum) return 'choice';
  return isTime(schema) ? 'timestamp' : 'text';
}

function isTime(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodMiniCustomStringFormat && schema.def.format === 'date-time';
}
