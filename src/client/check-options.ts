import { didYouMean } from '../contract/did-you-mean.ts';
import { shorten } from '../contract/shorten.ts';
import { SettingError } from './errors.ts';

/** How to check the value of each option. A value of `undefined` means that the option is absent. */
export type OptionChecks<Options> = {
  readonly [Name in keyof Required<Options>]: (value: unknown, name: string) => void;
};

/** In milliseconds. */
const maxDuration = 86_400_000;

/** How to do what other clients have an option for. */
const otherOptions: ReadonlyMap<string, string> = new Map([
  ['proxy', 'Pass dispatcher: new ProxyAgent(url), with ProxyAgent of the package undici'],
  ['agent', 'Pass dispatcher, with an Agent of the package undici'],
]);

/**
 * Checks the names and the types of options. Messages never contain their values.
 *
 * @param subject of a message, such as `createClient()`
 * @param adviceFor what to do about an unknown option, if its name is known elsewhere
 * @throws {SettingError}
 */
export function checkOptions<Options>(
  subject: string,
  options: unknown,
  checks: OptionChecks<Options>,
  adviceFor?: (name: string) => string | undefined,
): void {
  const known = new Map<string, (value: unknown, name: string) => void>(Object.entries(checks));
  const entries = checkNames(subject, options, [...known.keys()], adviceFor);
  for (const [name, value] of entries) if (value !== undefined) known.get(name)?.(value, name);
}

/**
 * Checks the names of options, and returns their entries.
 *
 * @throws {SettingError} if it is not an object of options, or an option is unknown
 */
export function checkNames(
  subject: string,
  options: unknown,
  known: readonly string[],
  adviceFor?: (name: string) => string | undefined,
): [name: string, value: unknown][] {
  const hint = `Its options are ${known.join(', ')}`;
  if (!isRecord(options)) {
    const type = typeName(options);
    const isSignal = type === 'an AbortSignal' && known.includes('signal');
    const advice = isSignal ? '; pass it as { signal }' : '';
    const message = `${subject} needs an object of options (got ${type})${advice}`;
    throw new SettingError('options', message, hint);
  }
  const entries = Object.entries(options);
  const unknown = entries.find(([name]) => !known.includes(name))?.[0];
  if (unknown === undefined) return entries;
  const text = `${subject} has no option ${JSON.stringify(shorten(unknown))}`;
  const advice = adviceFor?.(unknown);
  if (advice !== undefined) throw new SettingError('options', `${text}; ${advice}`, hint);
  const other = otherOptions.get(unknown);
  if (other !== undefined) throw new SettingError('options', text, other);
  throw new SettingError('options', text + suggestion(unknown, known), hint);
}

function suggestion(name: string, known: readonly string[]): string {
  const lower = name.toLowerCase();
  const within = known.find((each) => lower.includes(each.toLowerCase()));
  return within ? `; did you mean ${within}?` : didYouMean(name, known);
}

/**
 * Whether a value is an object with named properties. Objects of the runtime, such as an `AbortSignal`,
 * are not: they have none of their own.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return tagOf(value) === '[object Object]' || Object.keys(value).length > 0;
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value);
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
export function typeName(value: unknown): string {
  if (typeof value === 'number' || value === null) return String(value);
  if (typeof value !== 'object') return value === undefined ? 'undefined' : `a ${typeof value}`;
  const name = /^\[object (\w{1,40})\]$/.exec(tagOf(value))?.[1] ?? 'Object';
  const noun = name === 'Array' || name === 'Object' ? name.toLowerCase() : name;
  return `${/^[aeiou]/i.test(noun) && !/^U/.test(noun) ? 'an' : 'a'} ${noun}`;
}
