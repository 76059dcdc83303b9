import type * as z from 'zod/mini';
import { once } from './once.ts';

/**
 * What calling an operation does to the user's data: retries, guards and MCP hints follow from it.
 * Each `create` makes one thing more; a second `change` or `delete` with the same input does nothing
 * more than the first.
 */
type Effect = 'read' | 'create' | 'change' | 'delete';

type Shape = Readonly<Record<string, z.core.$ZodType>>;
type InputSchema<Fields extends Shape = Shape> = z.ZodMiniObject<Fields, z.core.$strict>;
type OutputSchema = z.ZodMiniObject<Shape, z.core.$loose>;

/**
 * One function of the service, declared once: HTTP routes, client methods, commands and MCP tools
 * are all read from it.
 */
export interface Operation<
  Input extends InputSchema = InputSchema,
  Output extends OutputSchema = OutputSchema,
> {
  /** The MCP tool, the words of the command, the path of the client method: `news.search`. */
  readonly name: string;
  /** One line for help and tool lists. */
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Under the base URL; `{field}` stands for that input field. */
  readonly path: string;
  readonly effect: Effect;
  /** Whether it takes something away that no other call brings back, as every `delete` does. */
  readonly destructive: boolean;
  /** Whether it reaches beyond the service: to feeds, or to a webhook's receiver. */
  readonly openWorld: boolean;
  /** `free` works before payment (service document, "Rules"). */
  readonly access: 'free' | 'paid';
  /** False where the address is our choice and absent from the service document. */
  readonly documented: boolean;
  /** Fields that the command line takes as arguments, in order; every other one is a flag. */
  readonly args: readonly string[];
  /** Flags that are not `--field-name <value>`, by field. */
  readonly flags: Readonly<Record<string, string>>;
  /** Command lines (without the program's name) that show it at work. */
  readonly examples: readonly string[];
  /** Strict: an unknown field is an error. */
  readonly input: Input;
  /** Loose: a field that this version does not know passes through untouched. */
  readonly output: Output;
}

interface Declaration<Fields extends Shape, Output extends OutputSchema>
  extends Omit<
    Operation<InputSchema<Fields>, Output>,
    'args' | 'flags' | 'destructive' | 'openWorld' | 'input' | 'output'
  > {
  readonly destructive?: boolean;
  readonly openWorld?: boolean;
  readonly args?: readonly (keyof Fields & string)[];
  readonly flags?: Readonly<Partial<Record<keyof Fields & string, string>>>;
  readonly input: () => InputSchema<Fields>;
  readonly output: () => Output;
}

/**
 * Declares an operation. The types of its input and output carry over to every surface; the schemas
 * are made when they are asked for.
 */
export function operation<Fields extends Shape, Output extends OutputSchema>(
  declaration: Declaration<Fields, Output>,
): Operation<InputSchema<Fields>, Output> {
  const input = once(declaration.input);
  const output = once(declaration.output);
  return {
    args: [],
    destructive: declaration.effect === 'delete',
    openWorld: false,
    ...declaration,
    flags: { ...declaration.flags } as Record<string, string>,
    get input() {
      return input();
    },
    get output() {
      return output();
    },
  };
}

/** What a caller passes to an operation. */
export type InputOf<Op extends Operation> = z.input<Op['input']>;

/** What an operation answers with. */
export type OutputOf<Op extends Operation> = z.output<Op['output']>;
