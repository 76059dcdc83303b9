import { shorten } from '../contract/shorten.ts';
import { didYouMean } from './did-you-mean.ts';
import { SettingError } from './errors.ts';

/** How to check the value of each option. A value of `undefined` means that the option is absent. */
export type OptionChecks<Options> = {
  readonly [Name in keyof Required<Options>]: (value: unknown, name: string) => void;
};

/** In milliseconds. */
const maxDuration = 86_400_000;

/** How to do what other clients have an option for. */
const otherOptions: Readonly<Record<string, string>> = {
  proxy: 'Pass dispatcher: new ProxyAgent(url), with ProxyAgent of the package undici',
  agent: 'Pass dispatcher, with an Agent of the package undici',
};

/**
 * Checks the names and the types of options. Messages never contain their values.
 *
 * @param subject of a message, such as `createClient()`
 * @throws {SettingError}
 */
export function checkOptions<Options>(
  subject: string,
  options: unknown,
  checks: OptionChecks<Options>,
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const message = `${subject} needs an object of options (got ${typeName(options)})`;
    throw new SettingError('options', message, `Its options are ${Object.keys(checks).join(', ')}`);
  }
  const known = new Map<string, (value: unknown, name: string) => void>(Object.entries(checks));
  for (const [name, value] of Object.entries(options)) {
    const check = known.get(name);
    if (!check) throw unknownOption(subject, name, [...known.keys()]);
    if (value !== undefined) check(value, name);
  }
}

function unknownOption(subject: string, name: string, known: readonly string[]): SettingError {
  const lower = name.toLowerCase();
  const within = known.find((each) => lower.includes(each.toLowerCase()));
  const suggestion = within ? `; did you mean ${within}?` : didYouMean(name, known);
  return new SettingError(
    'options',
    `${subject} has no option ${JSON.stringify(shorten(name))}${suggestion}`,
    otherOptions[name] ?? `Its options are ${known.join(', ')}`,
  );
}

/** @throws {SettingError} with what the option must be */
export function wrongType(name: string, expected: string, value: unknown): SettingError {
  const setting = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const message = `${name} must be ${expected} (got ${typeName(value)})`;
  return new SettingError(setting, message, `Pass ${name} as ${expected}`);
}

export function checkText(value: unknown, name: string): void {
  if (typeof value !== 'string') throw wrongType(name, 'a string', value);
}

export function checkBoolean(value: unknown, name: string): void {
  if (typeof value !== 'boolean') throw wrongType(name, 'true or false', value);
}

export function checkFunction(value: unknown, name: string): void {
  if (typeof value !== 'function') throw wrongType(name, 'a function', value);
}

export function checkDuration(min: number): (value: unknown, name: string) => void {
  return (value, name) => {
    if (typeof value === 'number' && value >= min && value <= maxDuration) return;
    throw wrongType(name, `a number of milliseconds from ${min} to ${maxDuration}`, value);
  };
}

export function checkRetries(value: unknown, name: string): void {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 99) return;
  throw wrongType(name, 'a whole number from 0 to 99', value);
}

/** Signals of other realms and polyfills are no instances of this realm's `AbortSignal`. */
export function checkSignal(value: unknown, name: string): void {
  if (typeof value === 'object' && value !== null && 'aborted' in value) {
    if ('addEventListener' in value && typeof value.addEventListener === 'function') return;
  }
  throw wrongType(name, 'an AbortSignal', value);
}

export function checkDispatcher(value: unknown, name: string): void {
  if (typeof value === 'object' && value !== null && 'request' in value) {
    if (typeof value.request === 'function') return;
  }
  throw wrongType(name, 'a Dispatcher of the package undici, with the method request()', value);
}

/** Numbers are shown; texts may be secrets. */
function typeName(value: unknown): string {
  if (typeof value === 'number' || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return value === undefined ? 'undefined' : `a ${typeof value}`;
}
