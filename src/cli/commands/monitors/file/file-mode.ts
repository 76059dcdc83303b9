import { Option } from 'commander';
import { outputOptions, yesOption } from '../../../run/command-options.ts';
import type { OperationMode } from '../../../run/operation-mode.ts';

/** The flags of `monitors create --from`. */
export const fileMode: OperationMode = {
  options: () => [
    new Option(
      '--from <file>',
      'create or update the monitors of a file (- is stdin) by their titles; see monitors export',
    ).conflicts(
      outputOptions()
        .map((option) => option.attributeName())
        // The lines are compact already.
        .filter((name) => name !== 'compact'),
    ),
    new Option(
      '--replace',
      'with --from: delete and recreate monitors whose prompt, execution or team differs',
    ),
    yesOption('with --replace: '),
  ],
  examples: [
    'monitors create --from monitors.json --dry-run',
    'monitors create --from monitors.json',
  ],
  /** The operation has none. */
  replacesArguments: false,
};
