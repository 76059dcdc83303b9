import { similarName } from '../contract/did-you-mean.ts';
import { shorten } from '../contract/shorten.ts';
import { typeName } from '../webhooks/type-name.ts';

/** What the value of an option must be. */
export interface OptionType {
  /** For error messages, such as `a string`. */
  readonly description: string;
  accepts(value: unknown): boolean;
}

/** The types of all options. */
export type OptionTypes<Options> = { readonly [Name in keyof Required<Options>]: OptionType };

const ofType = (description: string, accepts: (value: unknown) => boolean): OptionType => ({
  description,
  accepts,
});

export const text = ofType('a string', (value) => typeof value === 'string');
export const texts = ofType(
  'an array of strings',
  (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
);
export const flag = ofType('true or false', (value) => typeof value === 'boolean');
export const number = ofType('a number', (value) => typeof value === 'number');
export const milliseconds = ofType(
  'a number of milliseconds from 0',
  (value) => typeof value === 'number' && value >= 0,
);
export const list = ofType('an array', Array.isArray);
export const object = ofType('an object', isObject);
export const callback = ofType('a function', (value) => typeof value === 'function');
export const signal = ofType('an AbortSignal', (value) => isObject(value) && 'aborted' in value);

export function wholeNumber(min: number, max: number): OptionType {
  return ofType(
    max === Number.POSITIVE_INFINITY
      ? `a whole number from ${min}`
      : `a whole number from ${min} to ${max}`,
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  );
}

/** An object with a method, such as a clock. */
export function objectWith(method: string, description: string): OptionType {
  return ofType(
    description,
    (value) => isObject(value) && typeof Reflect.get(value, method) === 'function',
  );
}

/**
 * Checks the names and the types of options. Messages never contain texts, which may be secrets.
 *
 * @param subject of a message, such as `startServer()`
 * @throws {TypeError} with the option, and what it must be
 */
export function checkOptions<Options>(
  subject: string,
  options: unknown,
  types: OptionTypes<Options>,
): void {
  if (!isObject(options)) {
    throw new TypeError(`${subject} needs an object of options (got ${valueName(options)})`);
  }
  const known = new Map<string, OptionType>(Object.entries(types));
  for (const [name, value] of Object.entries(options)) {
    const type = known.get(name);
    if (!type) throw unknownOption(subject, name, [...known.keys()]);
    if (value === undefined || type.accepts(value)) continue;
    throw new TypeError(
      `${subject}: ${name} must be ${type.description} (got ${valueName(value)})`,
    );
  }
}

function unknownOption(subject: string, name: string, known: readonly string[]): TypeError {
  const similar = similarName(name, known);
  const hint =
    similar === undefined ? `choose from ${known.join(', ')}` : `did you mean ${similar}?`;
  return new TypeError(`${subject} has no option ${JSON.stringify(shorten(name))}; ${hint}`);
}

function valueName(value: unknown): string {
  return typeof value === 'number' ? String(value) : typeName(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
