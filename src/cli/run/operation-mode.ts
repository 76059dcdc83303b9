import type { Option } from 'commander';
import { invalidInput } from '../errors/failure.ts';

/** Another way to run an operation, chosen by a flag. */
export interface OperationMode {
  /** The flag that chooses the mode, then the flags that require it. */
  options(): readonly [Option, ...Option[]];
  /** Example command lines, without the program's name. */
  examples: readonly string[];
  /** Whether the flag replaces the arguments. */
  replacesArguments: boolean;
}

/**
 * Whether the flags choose the mode.
 *
 * @throws {Failure} `invalid_value` if a flag is set that requires another
 */
export function isChosen(mode: OperationMode, flags: Readonly<Record<string, unknown>>): boolean {
  const isSet = (option: Option) => flags[option.attributeName()] !== undefined;
  const [choice, ...dependents] = mode.options();
  if (isSet(choice)) return true;
  const dependent = dependents.find(isSet);
  if (dependent) throw invalidInput(`${dependent.long} requires ${choice.long}`);
  return false;
}
