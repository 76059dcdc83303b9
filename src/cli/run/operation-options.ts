import { Option } from 'commander';
import type { Operation } from '../../contract/operation.ts';

/** The flags that a command has because of what it does, and not of what its operation takes. */
export function operationOptions(operation: Operation): Option[] {
  const options = outputOptions();
  if (operation.list !== undefined) {
    options.push(
      new Option('--jsonl', 'print one item of the list on each line'),
      new Option('--exit-status', 'exit with 9 when nothing was found'),
    );
  }
  if (operation.effect !== 'read') {
    options.push(dryRunOption());
  }
  if (operation.secretField !== undefined) {
    options.push(
      new Option('--secret-file <file>', 'put the signing secret into a new file, not on stdout'),
    );
  }
  return options;
}

/** The flags of whatever prints an answer of the service. */
export function outputOptions(): Option[] {
  return [
    new Option('--compact', 'print JSON on one line'),
    new Option('--output <file>', 'write the answer to a file, whole or not at all'),
  ];
}

/** The flag of whatever may write. */
export function dryRunOption(): Option {
  return new Option('--dry-run', 'print the request and send nothing');
}
