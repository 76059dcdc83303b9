import { similarName } from './did-you-mean.ts';
import { nameProblem } from './name-problem.ts';
import { type OptionType, type OptionTypes, textOption } from './option-types.ts';
import { typeName, valueName } from './type-name.ts';

/** Why options are refused. */
export interface OptionProblem {
  /** The option; `options` if it is unknown, or there are none. */
  option: string;
  /** The problem and, if it is known, the way out. */
  message: string;
  /** What to do. */
  hint: string;
}

/** How options are refused. */
export interface Refusal {
  /** Makes the error (default: a `TypeError`). */
  toError?(problem: OptionProblem): Error;
  /** What to do about an unknown option, if its name is known elsewhere. */
  adviceFor?(name: string): string | undefined;
}

/**
 * Checks the names and the types of options. Messages never contain texts, which may be secrets.
 *
 * @param subject of a message, such as `startServer()`
 * @throws {Error} of the refusal, with the option, and what it must be
 */
export function checkOptions<Options>(
  subject: string,
  options: unknown,
  types: OptionTypes<Options>,
  refusal: Refusal = {},
): void {
  const known = new Map<string, OptionType>(Object.entries(types));
  checkOptionNames(subject, options, [...known.keys()], refusal);
  for (const [option, type] of known) {
    const value = options[option];
    if (value === undefined ? !type.isRequired : type.accepts(value)) continue;
    const message =
      value === undefined
        ? `${subject} needs the option ${option}, ${type.description}`
        : `${subject}: ${option} must be ${type.description} (got ${nameOf(value, type)})`;
    const hint = `Pass ${option} as ${type.description}`;
    throw (refusal.toError ?? toTypeError)({ option, message, hint });
  }
}

/**
 * Checks only the names of options.
 *
 * @throws {Error} of the refusal
 */
export function checkOptionNames(
  subject: string,
  options: unknown,
  known: readonly string[],
  { toError = toTypeError, adviceFor }: Refusal = {},
): asserts options is Readonly<Record<string, unknown>> {
  const found = nameProblem(options, known);
  if (found === undefined) return;
  const list = `ts options are ${known.join(', ')}`;
  const advice =
    found.unknown === undefined
      ? adviceForValue(options, known)
      : (adviceFor?.(found.unknown) ?? suggestion(found.unknown, known));
  const message = `${subject} ${found.problem}; ${advice ?? `i${list}`}`;
  throw toError({ option: 'options', message, hint: `I${list}` });
}

function toTypeError({ message }: OptionProblem): Error {
  return new TypeError(message);
}

/** A number in the place of a text may be a secret. */
function nameOf(value: unknown, { description }: OptionType): string {
  return description === textOption.description ? typeName(value) : valueName(value);
}

function adviceForValue(value: unknown, known: readonly string[]): string | undefined {
  const isSignal = typeName(value) === 'an AbortSignal' && known.includes('signal');
  return isSignal ? 'pass it as { signal }' : undefined;
}

function suggestion(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const within = known.find((each) => lower.includes(each.toLowerCase()));
  const similar = within ?? similarName(name, known);
  return similar && `did you mean ${similar}?`;
}
