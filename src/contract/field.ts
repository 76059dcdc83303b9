import * as z from 'zod/mini';
import type { Operation } from './operation.ts';

/** What surfaces that speak in text need to know of one field of an operation's input. */
export interface Field {
  name: string;
  kind: 'text' | 'integer' | 'minutes' | 'timestamp' | 'choice' | 'boolean';
  required: boolean;
  description: string;
  /** The valid values of a choice; empty for every other kind. */
  choices: readonly string[];
  /** What the service takes where none is given, if that is one value. */
  defaultValue: number | undefined;
}

/** The fields of an operation's input, in the order of their declaration. */
export function fieldsOf(operation: Operation): Field[] {
  return Object.entries(operation.input.def.shape).map(([name, schema]) => {
    const inner = unwrap(schema);
    const annotations = z.globalRegistry.get(inner);
    return {
      name,
      kind: kindOf(name, inner),
      required: inner === schema,
      description: annotations?.description ?? '',
      choices: choicesOf(inner),
      defaultValue:
        typeof annotations?.['default'] === 'number' ? annotations['default'] : undefined,
    };
  });
}

/** The field of an operation's output that holds its list; `undefined` where it does not give one. */
export function listIn({ output }: Operation): string | undefined {
  const [[name, schema] = [], ...others] = Object.entries(output.def.shape);
  return others.length === 0 && schema instanceof z.ZodMiniArray ? name : undefined;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodMiniOptional ? unwrap(schema.def.innerType) : schema;
}

function kindOf(name: string, schema: z.core.$ZodType): Field['kind'] {
  if (schema instanceof z.ZodMiniBoolean) return 'boolean';
  if (schema instanceof z.ZodMiniNumber) return name.endsWith('_minutes') ? 'minutes' : 'integer';
  if (schema instanceof z.ZodMiniEnum) return 'choice';
  return schema instanceof z.ZodMiniISODateTime ? 'timestamp' : 'text';
}

function choicesOf(schema: z.core.$ZodType): string[] {
  return schema instanceof z.ZodMiniEnum ? schema.options.map(String) : [];
}
