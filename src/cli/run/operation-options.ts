import { Option } from 'commander';
import type { Operation } from '../../contract/operation.ts';
import { isPaged } from '../../contract/pages.ts';
import { dryRunOption, maxBytesOption, outputOptions, yesOption } from './command-options.ts';

/** The flags of an operation's command that are not input fields. */
export function operationOptions(operation: Operation): Option[] {
  const options = outputOptions();
  if (operation.list !== undefined) {
    options.push(new Option('--exit-status', 'exit with 9 if nothing was found'));
  }
  if (operation.effect === 'read') options.push(maxBytesOption());
  if (isPaged(operation)) {
    const { maxItems } = operation;
    const most = maxItems === undefined ? '' : `, at most ${maxItems}`;
    options.push(
      new Option('--all', `get all items${most}, in pages of 100`).conflicts([
        'follow',
        'batch',
        'limit',
      ]),
    );
  }
  if (operation.effect !== 'read') {
    options.push(dryRunOption());
  }
  if (operation.confirmation) options.push(yesOption());
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
