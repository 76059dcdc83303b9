import type * as z from 'zod/mini';
import { once } from './once.ts';

/**
 * How a call changes the user's data. Retries, read-only mode and MCP annotations follow from it.
 * Every `create` call makes something new; `change` and `delete` are idempotent.
 */
type Effect = 'read' | 'create' | 'change' | 'delete';

type Shape = Readonly<Record<string, z.core.$ZodType>>;
type InputSchema<Fields extends Shape = Shape> = z.ZodMiniObject<Fields, z.core.$strict>;
type OutputSchema = z.ZodMiniObject<Shape, z.core.$loose>;

/** A list that has the names of things, besides their `id`. */
interface NameSource {
  /** The name of the operation that returns the list. */
  operation: string;
  input: Readonly<Record<string, unknown>>;
  /** The field of its output. */
  list: string;
  /** The field of an item with its name. */
  field: string;
}

/**
 * What the command line asks a person before a call that destroys something: "Delete the monitor
 * mon_1?".
 */
interface Confirmation<Input> {
  /** The verb of the question, such as `Delete`. */
  verb: string;
  /** What the argument identifies, such as `monitor`; without an argument, all that is affected. */
  noun: string;
  /** How to find the name of what the argument identifies (default: it has none). */
  names?: NameSource;
  /** A sentence on what is lost, if the question does not say it. */
  loss?: string;
  /** Whether this input destroys something (default: every input does). */
  isNeeded?(input: Input): boolean;
}

/**
 * One function of the service. HTTP routes, client methods, CLI commands and MCP tools are all
 * generated from this declaration.
 */
export interface Operation<
  Input extends InputSchema = InputSchema,
  Output extends OutputSchema = OutputSchema,
> {
  /** The name of the MCP tool, and the path of the client method and the command: `news.search`. */
  readonly name: string;
  /** The name of the MCP tool for people. */
  readonly title: string;
  /** One line for help and tool lists. */
  readonly summary: string;
  /** The section of docs/service.md that specifies it. */
  readonly section: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the base URL; `{field}` is replaced by that input field. */
  readonly path: string;
  readonly effect: Effect;
  /** Whether it can lose data that no other call can restore. Default: only for `delete`. */
  readonly destructive: boolean;
  /** For `destructive` operations. */
  readonly confirmation?: Confirmation<z.output<Input>>;
  /** Whether it contacts systems outside the service: feeds or webhook receivers. Default: false. */
  readonly openWorld: boolean;
  /** `free` operations work without a paid plan (docs/service.md §1.2). Default: paid. */
  readonly access: 'free' | 'paid';
  /** The input of a `paid` operation that works without a plan. Default: none does. */
  readonly freeInput: InputSchema | undefined;
  /** Errors that only some operations have. Default: none. */
  readonly errors: readonly ('forbidden' | 'conflict')[];
  /** False for newswatch extensions (docs/service.md §4.2). Default: true. */
  readonly documented: boolean;
  /** Input fields that are positional arguments on the command line; all others are flags. */
  readonly args: readonly string[];
  /**
   * Names of fields in the MCP tool, if they differ (default: none do). A path such as `/news/{id}` shows
   * what its `id` identifies; a tool has no path.
   */
  readonly toolFields: Readonly<Record<string, string>>;
  /** Flags that differ from the default `--field-name <value>`, by field. */
  readonly flags: Readonly<Record<string, string>>;
  /** Example command lines, without the program's name. */
  readonly examples: readonly string[];
  /** The array field of the output: `--format jsonl` prints it, `--exit-status` tests if it is empty. */
  readonly list?: string;
  /** The maximum number of items of the `list` on all pages together. Default: there is none. */
  readonly maxItems?: number;
  /** The time of each item of the `list` that `since` and `until` bound; it may be `null`. */
  readonly timeField?: string;
  /** The output field with a secret that is returned only once; `--secret-file` saves it. */
  readonly secretField?: string;
  /** A sentence, if any, that the command line prints on stderr after a successful call. */
  notice?(response: Closed<z.output<Output>>): string | undefined;
  /** Strict: an unknown field is an error. */
  readonly input: Input;
  /** Loose: unknown fields pass through. */
  readonly output: Output;
}

/** The description of operations that are not `documented`. */
export const extensionNote = 'newswatch extension, not part of the documented API';

/** The names of the fields in `Fields` whose schema is a `Schema`. */
type FieldsOfType<Fields, Schema> = {
  [Name in keyof Fields & string]: Fields[Name] extends Schema ? Name : never;
}[keyof Fields & string];

interface Declaration<Fields extends Shape, Output extends OutputSchema>
  extends Pick<
      Operation<InputSchema<Fields>, Output>,
      | 'name'
      | 'title'
      | 'summary'
      | 'section'
      | 'method'
      | 'path'
      | 'effect'
      | 'confirmation'
      | 'examples'
      | 'notice'
      | 'maxItems'
      | 'timeField'
    >,
    Partial<Pick<Operation, 'destructive' | 'openWorld' | 'access' | 'errors' | 'documented'>> {
  readonly args?: readonly (keyof Fields & string)[];
  readonly toolFields?: Readonly<Partial<Record<keyof Fields & string, string>>>;
  readonly flags?: Readonly<Partial<Record<keyof Fields & string, string>>>;
  readonly list?: FieldsOfType<Output['shape'], z.ZodMiniArray>;
  readonly secretField?: FieldsOfType<Output['shape'], z.ZodMiniString>;
  readonly freeInput?: () => InputSchema;
  readonly input: () => InputSchema<Fields>;
  readonly output: () => Output;
}

/** Declares an operation. Its schemas are created on first use. */
export function operation<Fields extends Shape, Output extends OutputSchema>(
  declaration: Declaration<Fields, Output>,
): Operation<InputSchema<Fields>, Output> {
  const freeInput = declaration.freeInput && once(declaration.freeInput);
  const input = once(declaration.input);
  const output = once(declaration.output);
  return {
    args: [],
    errors: [],
    access: 'paid',
    documented: true,
    destructive: declaration.effect === 'delete',
    openWorld: false,
    ...declaration,
    toolFields: { ...declaration.toolFields } as Record<string, string>,
    flags: { ...declaration.flags } as Record<string, string>,
    get freeInput() {
      return freeInput?.();
    },
    get input() {
      return input();
    },
    get output() {
      return output();
    },
  };
}

/** The input that a caller passes to an operation. */
export type InputOf<Op extends Operation> = NullForAbsent<z.input<Op['input']>>;

/** `Input` with `null` in all optional fields (docs/service.md §4.3). */
type NullForAbsent<Input> = {
  [Name in keyof Input]: undefined extends Input[Name] ? Input[Name] | null : Input[Name];
};

/** The response of an operation, with the fields of its declaration only. */
export type OutputOf<Op extends Operation> = Closed<z.output<Op['output']>>;

/** `Value` without unknown fields, at any depth. */
type Closed<Value> = Value extends readonly (infer Item)[]
  ? Closed<Item>[]
  : Value extends object
    ? [keyof KnownFields<Value>] extends [never]
      ? Value
      : KnownFields<Value>
    : Value;

type KnownFields<Value> = {
  [Key in keyof Value as string extends Key ? never : number extends Key ? never : Key]: Closed<
    Value[Key]
  >;
};
