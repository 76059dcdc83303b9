import type {
  ArgumentDescription,
  FlagDescription,
} from '../../src/cli/help/command-description.ts';
import type {
  CommandSchema,
  ExitCodeSchema,
  SchemaDocument,
} from '../../src/cli/help/schema-document.ts';
import { argumentTerm, flagTerm } from '../../src/cli/help/schema-outline.ts';

/** A command without a group, or a group with its commands. */
interface Topic {
  name: string;
  description: string;
  commands: readonly CommandSchema[];
}

/** The pages of the command reference in Markdown, by their names without `.md`. */
export function commandReference(schema: SchemaDocument): ReadonlyMap<string, string> {
  const topics = topicsOf(schema);
  return new Map([
    ['index', indexPage(schema, topics)],
    ['global-flags', globalFlagsPage(schema)],
    ...topics.map((topic): [string, string] => [topic.name, topicPage(topic)]),
  ]);
}

/** The names of the pages for the sidebar, in the order of the help. */
export function topicNames(schema: SchemaDocument): string[] {
  return topicsOf(schema).map(({ name }) => name);
}

function topicsOf({ commands, groups }: SchemaDocument): Topic[] {
  const names = new Set(commands.map(({ command }) => command.split(' ')[0] ?? ''));
  return [...names].map((name) => {
    const own = commands.filter(({ command }) => command.split(' ')[0] === name);
    const group = groups.find((each) => each.group === name);
    return { name, description: group?.description ?? own[0]?.summary ?? '', commands: own };
  });
}

function indexPage({ version }: SchemaDocument, topics: readonly Topic[]): string {
  return page(
    'Command reference',
    `Every command of newswatch ${version}, generated from the program. \`newswatch <command> --help\` prints the ` +
      'same, and `newswatch schema --full` prints it as JSON. [Flags of all commands, environment and exit ' +
      'codes](global-flags.md) are on a page of their own; [Commands, output and settings](../commands.md) ' +
      'describes what commands have in common.',
    table(
      ['Command', 'Does'],
      topics.flatMap(({ name, commands }) =>
        commands.map(({ command, summary }) => [
          `[${code(command)}](${name}.md${anchor(name, command)})`,
          prose(summary),
        ]),
      ),
    ),
  );
}

function globalFlagsPage({ global_flags, environment, exit_codes }: SchemaDocument): string {
  return page(
    'Flags of all commands',
    'These flags may stand before or after the command.',
    flagTable(global_flags),
    '## Environment',
    table(
      ['Variable', 'Meaning'],
      environment.map(({ name, purpose }) => [
        name.split(', ').map(code).join(', '),
        prose(purpose),
      ]),
    ),
    '## Exit codes',
    exitCodeTable(exit_codes),
  );
}

function topicPage({ name, description, commands }: Topic): string {
  const [only] = commands;
  if (only !== undefined && only.command === name && commands.length === 1)
    return page(`newswatch ${name}`, prose(only.description), ...commandParts(only, '##'));
  return page(
    `newswatch ${name}`,
    sentence(prose(description)),
    ...commands.flatMap((each) => [
      `## newswatch ${each.command}`,
      prose(each.description),
      ...commandParts(each, '###'),
    ]),
  );
}

function commandParts(command: CommandSchema, heading: string): string[] {
  const { operation, exit_codes } = command;
  const own = (title: string) =>
    `${heading} ${title}${heading === '##' ? '' : ` of ${command.command}`}`;
  return [
    fenced('text', usage(command)),
    ...(operation === null ? [] : [operationLine(operation)]),
    ...(command.arguments.length === 0
      ? []
      : [
          own('Arguments'),
          table(
            ['Argument', 'Meaning'],
            command.arguments.map((each) => [code(argumentTerm(each)), meaning(each)]),
          ),
        ]),
    ...(command.flags.length === 0 ? [] : [own('Flags'), flagTable(command.flags)]),
    own('Examples'),
    fenced('sh', command.examples.join('\n')),
    own('Exit codes'),
    exitCodeTable(exit_codes),
  ];
}

function operationLine({
  name,
  method,
  path,
  effect,
  access,
}: NonNullable<CommandSchema['operation']>) {
  const writes = effect === 'read' ? 'It only reads' : `It is a write (${code(effect)})`;
  const plan = access === 'paid' ? 'and needs a paid plan' : 'and works without a paid plan';
  return `Runs the operation ${code(name)} (${code(`${method} ${path}`)}). ${writes} ${plan}.`;
}

function usage({ command, arguments: all, flags }: CommandSchema): string {
  const required = flags.filter((each) => each.required).map(flagTerm);
  const optional = flags.length > required.length ? ['[flags]'] : [];
  return ['newswatch', command, ...all.map(argumentTerm), ...required, ...optional].join(' ');
}

function flagTable(flags: readonly FlagDescription[]): string {
  return table(
    ['Flag', 'Meaning', 'Default'],
    flags.map((each) => [
      (each.short === null ? '' : `${code(each.short)}, `) + code(flagTerm(each)),
      meaning(each) + (each.required ? ' **Required.**' : ''),
      each.default === null || each.default === false ? '' : code(String(each.default)),
    ]),
  );
}

function meaning({ description, choices }: ArgumentDescription | FlagDescription): string {
  const text = prose(description.replace(/ \(required\)$/, ''));
  return choices === null ? text : `${text} (${choices.map(code).join(', ')})`;
}

function exitCodeTable(exitCodes: readonly ExitCodeSchema[]): string {
  return table(
    ['Exit', 'Meaning'],
    exitCodes.map(({ code, meaning }) => [String(code), prose(meaning)]),
  );
}

function page(title: string, ...parts: readonly string[]): string {
  return `${['---\noutline: 2\n---', `# ${title}`, ...parts].join('\n\n')}\n`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Escapes what Markdown and Vue templates interpret. */
function prose(text: string): string {
  return text.replace(/[\\`*_[\]<>{}]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function anchor(topic: string, command: string): string {
  return command === topic ? '' : `#newswatch-${command.replaceAll(' ', '-')}`;
}
