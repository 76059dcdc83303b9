import { type Command, Option } from 'commander';
import type { Operation } from '../../contract/operation.ts';
import { isPaged } from '../../contract/pages.ts';
import { formats } from '../output/view/view.ts';

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

/** The flags of commands that print a document. */
export function outputOptions(): Option[] {
  return [
    new Option('-f, --format <format>', 'how to print the response')
      .choices(formats)
      .default(undefined, 'json'),
    new Option('--fields <names>', 'print only these fields, such as title,links.0.url').argParser(
      (names: string, previous?: string) =>
        previous === undefined ? names : `${previous},${names}`,
    ),
    new Option(
      '-q, --jq <program>',
      'print the results of a jq program; strings without quotes',
    ).conflicts(['format', 'fields', 'follow', 'batch']),
    new Option('--compact', 'print JSON on one line'),
    new Option('--pager', 'on a terminal, show the output in a pager').conflicts([
      'output',
      'follow',
      'batch',
    ]),
    new Option('-o, --output <file>', 'write the response to a file, atomically; - is stdout'),
  ];
}

/** Adds the flags of a command that prints a document. */
export function withOutputOptions(command: Command): Command {
  return outputOptions().reduce((each, option) => each.addOption(option), command);
}

/** Adds the flags of a command that prints a document which can be large. */
export function withReadOptions(command: Command): Command {
  return withOutputOptions(command).addOption(maxBytesOption());
}

function maxBytesOption(): Option {
  return new Option(
    '--max-bytes <n>',
    'leave out the last items of a list so that the output has at most 4000 or 4kB bytes',
  ).conflicts(['follow', 'batch']);
}

/** The flag of commands that write. */
export function dryRunOption(): Option {
  return new Option('--dry-run', 'print the request without sending it');
}

/** The flag of commands that destroy something. */
export function yesOption(prefix = ''): Option {
  return new Option('--yes', `${prefix}do not ask; required if there is no terminal to ask on`);
}
