import { outputOptions } from '../run/command-options.ts';
import type {
  ArgumentDescription,
  CommandDescription,
  FlagDescription,
} from './command-description.ts';
import { responseShape } from './response-shape.ts';

/** The output of `newswatch schema <command>`: a short description of how to call it. */
export interface SchemaOutline {
  command: string;
  description: string;
  /** Descriptions by argument, such as `<query>`; absent if there are none. */
  arguments?: Readonly<Record<string, string>>;
  /** Descriptions by flag, such as `-n, --limit <n>`; absent if there are none. */
  flags?: Readonly<Record<string, string>>;
  /** The flags that `newswatch help output` describes, separated by spaces; absent if there are none. */
  output_flags?: string;
  /** Separated by spaces. */
  exit_codes: string;
  examples: readonly string[];
  /** Absent if the command is not an operation. */
  operation?: string;
  effect?: string;
  access?: string;
  /** See {@link responseShape}. */
  response?: string;
  /** How to get more. */
  more: string;
}

/** In bytes of indented JSON. A larger outline has only the first paragraph and shorter descriptions. */
const maxLength = 2900;

export function schemaOutline(command: CommandDescription): SchemaOutline {
  const outline = outlineOf(command);
  const isShort = Buffer.byteLength(JSON.stringify(outline, null, 2)) <= maxLength;
  return isShort ? outline : outlineOf(shortened(command));
}

function shortened(command: CommandDescription): CommandDescription {
  return {
    ...command,
    description: command.description.replace(/\n\n.*/s, ''),
    arguments: command.arguments.map(withoutDetails),
    flags: command.flags.map(withoutDetails),
  };
}

/** With a description up to the first semicolon or parenthesis, but still with `(required)`. */
function withoutDetails<D extends ArgumentDescription | FlagDescription>(described: D): D {
  const description = described.description.replace(
    /(?:; | \((?!required\)$)).*?( \(required\))?$/s,
    '$1',
  );
  return { ...described, description };
}

const outputFlags: ReadonlySet<string | undefined> = new Set(
  outputOptions().map(({ long }) => long),
);

function outlineOf({
  words,
  description,
  operation,
  exitCodes,
  examples,
  ...rest
}: CommandDescription): SchemaOutline {
  const name = words.join(' ');
  const argumentEntries = rest.arguments.map((each) => [argumentTerm(each), meaning(each)]);
  const isCommon = ({ flag }: FlagDescription) => outputFlags.has(flag);
  const common = rest.flags.filter(isCommon).map(({ flag }) => flag);
  const own = rest.flags.filter((each) => !isCommon(each));
  const flagEntries = own.map((each) => [shortTerm(each) + flagTerm(each), meaning(each)]);
  return {
    command: name,
    description,
    ...(argumentEntries.length > 0 && { arguments: Object.fromEntries(argumentEntries) }),
    ...(flagEntries.length > 0 && { flags: Object.fromEntries(flagEntries) }),
    ...(common.length > 0 && { output_flags: common.join(' ') }),
    exit_codes: exitCodes.join(' '),
    examples: examples.map((example) => `newswatch ${example}`),
    ...(operation && {
      operation: operation.name,
      effect: operation.effect,
      access: operation.access,
      response: responseShape(operation),
    }),
    more: `newswatch schema ${name} --full`,
  };
}

/** An argument as in the usage of its command: `<query>`, `[command...]`. */
export function argumentTerm({ name, required, variadic }: ArgumentDescription): string {
  const word = variadic ? `${name}...` : name;
  return required ? `<${word}>` : `[${word}]`;
}

/** A flag with its value: `--limit <n>`. */
export function flagTerm({ flag, value, variadic }: FlagDescription): string {
  return value === null ? flag : `${flag} <${value}${variadic ? '...' : ''}>`;
}

function shortTerm({ short }: FlagDescription): string {
  return short === null ? '' : `${short}, `;
}

function meaning(described: ArgumentDescription | FlagDescription): string {
  const { description, choices } = described;
  const fallback = 'default' in described ? described.default : null;
  const notes = [
    ...(choices === null ? [] : [choices.join(', ')]),
    ...(fallback === null || fallback === false ? [] : [`default: ${fallback}`]),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}
