import { isRecord } from './type-name.ts';

/** What the value of an option must be. */
export interface OptionType {
  /** For error messages, such as `a string`. */
  readonly description: string;
  /** Whether the option must be given. */
  readonly isRequired?: boolean;
  accepts(value: unknown): boolean;
}

/** The types of all options. A value of `undefined` means that an option is absent. */
export type OptionTypes<Options> = { readonly [Name in keyof Required<Options>]: OptionType };

export function ofType(description: string, accepts: (value: unknown) => boolean): OptionType {
  return { description, accepts };
}

/** An option without which the function cannot work. */
export function required(type: OptionType): OptionType {
  return { ...type, isRequired: true };
}

export const textOption = ofType('a string', (value) => typeof value === 'string');
export const textsOption = ofType(
  'an array of strings',
  (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
);
export const flag = ofType('true or false', (value) => typeof value === 'boolean');
export const number = ofType('a number', (value) => typeof value === 'number');
export const listOption = ofType('an array', Array.isArray);
export const object = ofType('an object', isRecord);
export const callback = ofType('a function', (value) => typeof value === 'function');
export const urlObject = ofType('a URL object: new URL(…)', (value) => value instanceof URL);

/** Signals of other realms and polyfills are no instances of this realm's `AbortSignal`. */
export const signal = ofType(
  'an AbortSignal',
  (value) => hasMethod(value, 'addEventListener') && 'aborted' in value,
);

export function wholeNumber(min: number, max: number): OptionType {
  return ofType(
    `a whole number ${range(min, max)}`,
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  );
}

/** In milliseconds. Node.js takes a longer time for 1 ms. */
const maxTimer = 2_147_483_647;

export function milliseconds(min = 0, max = maxTimer): OptionType {
  return ofType(
    `a number of milliseconds ${range(min, max)}`,
    (value) => typeof value === 'number' && value >= min && value <= max,
  );
}

/** An object with a method, such as a clock. */
export function objectWith(method: string, description: string): OptionType {
  return ofType(description, (value) => hasMethod(value, method));
}

function range(min: number, max: number): string {
  return max === Number.POSITIVE_INFINITY ? `from ${min}` : `from ${min} to ${max}`;
}

function hasMethod(value: unknown, method: string): value is object {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function'
  );
}
