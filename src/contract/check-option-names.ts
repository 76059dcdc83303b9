import { shorten } from './shorten.ts';
import { isRecord, valueName } from './type-name.ts';

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
  /** The option that was probably meant (default: one whose name contains the given one, or the reverse). */
  similarTo?(name: string, known: readonly string[]): string | undefined;
}

/**
 * Checks the names of options. Without a dependency, for small bundles.
 *
 * @param subject of a message, such as `verify()`
 * @throws {Error} of the refusal, if it is not an object of options, or an option is unknown
 */
export function checkOptionNames(
  subject: string,
  options: unknown,
  known: readonly string[],
  { toError = typeError, adviceFor, similarTo = containing }: Refusal = {},
): asserts options is Readonly<Record<string, unknown>> {
  const list = `ts options are ${known.join(', ')}`;
  const refuse = (problem: string, advice = `i${list}`) =>
    toError({ option: 'options', message: `${subject} ${problem}; ${advice}`, hint: `I${list}` });
  if (!isRecord(options)) {
    const isSignal = known.includes('signal') && valueName(options) === 'an AbortSignal';
    const advice = isSignal ? 'pass it as { signal }' : undefined;
    throw refuse(`needs an object of options (got ${valueName(options)})`, advice);
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const similar = similarTo(unknown, known);
  const advice = adviceFor?.(unknown) ?? (similar && `did you mean ${similar}?`);
  throw refuse(`has no option ${JSON.stringify(shorten(unknown))}`, advice);
}

export function typeError({ message }: OptionProblem): Error {
  return new TypeError(message);
}

/** The known name that contains a name, or that it contains. */
function containing(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  return known.find((each) => {
    const other = each.toLowerCase();
    return lower.includes(other) || (lower.length > 3 && other.includes(lower));
  });
}
