import { Option } from 'commander';
import type { Operation } from '../../contract/operation.ts';
import { isPaged } from '../../contract/pages.ts';

/** The flags of an operation's command that are not input fields. */
export function operationOptions(operation: Operation): Option[] {
  const options = outputOptions();
  if (operation.list !== undefined) {
    options.push(
      new Option('--jsonl', 'print one list item per line'),
      new Option('--exit-status', 'exit with 9 if nothing was found'),
    );
  }
  if (isPaged(operation)) {
    options.push(
      new Option('--all', 'get all pages; with --limit, in pages of that size').conflicts([
        'follow',
        'batch',
      ]),
    );
  }
  if (operation.effect !== 'read') {
    options.push(dryRunOption());
  }
  if (operation.secretField !== undefined) {
    options.push(
      new Option(
        '--secret-file <file>',
        'save the signing secret to a new file instead of printing it',
      ),
    );
  }
  return options;
}

/** The flags of commands that print a response. */
export function outputOptions(): Option[] {
  return [
    new Option('--compact', 'print JSON on one line'),
    new Option('-o, --output <file>', 'write the response to a file, atomically'),
  ];
}

/** The flag of commands that write. */
export function dryRunOption(): Option {
  return new Option('--dry-run', 'print the request without sending it');
}
