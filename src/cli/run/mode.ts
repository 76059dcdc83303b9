import type { Option } from 'commander';
import type { runOperation } from './run-operation.ts';

/** Another way to carry an operation out than a plain call, behind flags of its own. */
export interface OperationMode {
  /** Made anew for each program. */
  options(): Option[];
  /** Command lines (without the program's name) that show it at work. */
  readonly examples: readonly string[];
  /** Whether these flags stand in place of the arguments; never unless it is there. */
  replacesArguments?(flags: object): boolean;
  /**
   * What the flags ask for; `undefined` where that is a plain call.
   *
   * @throws {Failure} when the flags cannot be carried out as written
   */
  action(flags: object): Promise<typeof runOperation | undefined>;
}
