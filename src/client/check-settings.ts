import {
  checkOptionNames,
  checkOptions,
  type OptionProblem,
  type Refusal,
} from '../contract/check-options.ts';
import { milliseconds, type OptionTypes, wholeNumber } from '../contract/option-types.ts';
import { SettingError } from './errors.ts';

const maxDuration = 86_400_000;

/** At most a day. */
export function duration(min: number) {
  return milliseconds(min, maxDuration);
}

export const retryCount = wholeNumber(0, 99);

/** How to do what other clients have an option for. */
const otherOptions: ReadonlyMap<string, string> = new Map([
  ['proxy', 'pass dispatcher: new ProxyAgent(url), with ProxyAgent of the package undici'],
  ['agent', 'pass dispatcher, with an Agent of the package undici'],
]);

/**
 * Checks the names and the types of options of the client.
 *
 * @param subject of a message, such as `createClient()`
 * @param adviceFor what to do about an unknown option, if its name is known elsewhere
 * @throws {SettingError}
 */
export function checkSettings<Options>(
  subject: string,
  options: unknown,
  types: OptionTypes<Options>,
  adviceFor?: Refusal['adviceFor'],
): void {
  checkOptions(subject, options, types, {
    toError: toSettingError,
    adviceFor: (name) => adviceFor?.(name) ?? otherOptions.get(name),
  });
}

/**
 * Checks the names of options whose values are checked later.
 *
 * @throws {SettingError}
 */
export function checkSettingNames(
  subject: string,
  options: unknown,
  known: readonly string[],
): void {
  checkOptionNames(subject, options, known, { toError: toSettingError });
}

export function toSettingError({ option, message, hint }: OptionProblem): SettingError {
  const setting = option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return new SettingError(setting, message, hint);
}
