import { type Command, Option } from 'commander';
import { formats } from '../output/view/view.ts';

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

export function maxBytesOption(): Option {
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
