import { version } from '../../../package.json';
import { exitCode } from '../errors/exit-code.ts';
import type { CommandDescription } from './command-description.ts';

/**
 * The output of `newswatch schema` for the program or a group: short summaries by command. Groups in
 * groups are listed as one.
 */
export interface SchemaIndex {
  version: string;
  /** How to get more. */
  more: string;
  /** Operations that only read. */
  reads: Readonly<Record<string, string>>;
  /** Commands that SERVICE_READ_ONLY blocks. */
  writes: Readonly<Record<string, string>>;
  others: Readonly<Record<string, string>>;
}

export function schemaIndex(selected: CommandDescription): SchemaIndex {
  const index: SchemaIndex & Record<Kind, Record<string, string>> = {
    version,
    more: 'newswatch schema <command>; --full adds JSON Schemas; newswatch help output|environment|exit-codes',
    reads: {},
    writes: {},
    others: {},
  };
  for (const command of listed(selected, levels)) {
    index[kindOf(command)][command.words.join(' ')] = briefly(command.summary);
  }
  return index;
}

/** The program's groups and their commands. */
const levels = 2;

function listed(group: CommandDescription, depth: number): CommandDescription[] {
  return group.subcommands.flatMap((each) =>
    each.subcommands.length > 0 && depth > 1 ? listed(each, depth - 1) : [each],
  );
}

type Kind = 'reads' | 'writes' | 'others';

function kindOf({ exitCodes, operation }: CommandDescription): Kind {
  if (exitCodes.includes(exitCode.read_only)) return 'writes';
  return operation ? 'reads' : 'others';
}

/** A text without its details: up to the first semicolon, colon or parenthesis. */
export function briefly(text: string): string {
  return text.replace(/(; |: | \().*/s, '');
}
