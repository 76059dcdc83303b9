import type { Option } from 'commander';
import type { runOperation } from './run-operation.ts';

/** Another way to run an operation, with flags of its own. */
export interface OperationMode {
  options(): Option[];
  /** Example command lines, without the program's name. */
  readonly examples: readonly string[];
  /** Whether the flags replace the arguments. Default: never. */
  replacesArguments?(flags: object): boolean;
  /**
   * The function to run; `undefined` for a plain call.
   *
   * @throws {Failure} if the flags are invalid
   */
  action(flags: object): Promise<typeof runOperation | undefined>;
}
