import type { Argument, Command, Help, Option } from 'commander';
import { commandLineOf } from './find-command.ts';
import { exitCodesFor, manualOf } from './manual.ts';

/** In columns; longer lines are hard to read. */
const maxWidth = 100;

/** In columns. Descriptions with less space are below their term. */
const minDescriptionWidth = 30;

/** In columns; longer terms have a line of their own. */
const maxTermWidth = 26;

/** The commands of the program by heading; the last one is also that of all others. */
const programSections: readonly (readonly [heading: string, names: readonly string[]])[] = [
  ['NEWS AND MONITORS', ['news', 'monitors', 'alerts', 'briefings']],
  ['DELIVERY', ['delivery', 'webhook']],
  ['ACCOUNT', ['auth', 'account', 'profile', 'usage', 'doctor', 'config']],
  ['SERVER', ['serve', 'admin', 'conform']],
  ['TOOLS', ['mcp', 'api', 'schema', 'explain', 'completion', 'man', 'skill', 'help']],
];

interface Row {
  term: string;
  description: string;
}

interface Section {
  heading?: string;
  /** Paragraphs, or rows of two columns. */
  content: readonly string[] | readonly Row[];
}

/** The help of a command, in sections with headings in capital letters. */
export function formatHelp(command: Command, help: Help): string {
  const description = { content: [help.commandDescription(command)] };
  return `${formatSections([description, ...sectionsOf(command, help)], help)}\n`;
}

/** Lays out sections in the width of the help; examples, which begin with `$ `, are not wrapped. */
export function formatSections(all: readonly Section[], help: Help): string {
  const width = Math.min(help.helpWidth ?? 80, maxWidth);
  const sections = all.filter(({ content }) => content.length > 0);
  const terms = sections.flatMap(({ content }) => content.flatMap(termOf));
  const fitting = terms.map(({ length }) => length).filter((length) => length <= maxTermWidth);
  const termWidth = Math.max(0, ...fitting);
  const isBeside = width - termWidth - 4 >= minDescriptionWidth;
  const descriptionIndent = isBeside ? termWidth + 4 : 6;
  const wrap = (text: string, indent: number) =>
    help.boxWrap(text, Math.max(width - indent, 10)).replaceAll('\n', `\n${' '.repeat(indent)}`);
  const format = (each: string | Row, indent: number) => {
    const margin = ' '.repeat(indent);
    if (typeof each === 'string')
      return margin + (each.startsWith('$ ') ? each : wrap(each, indent));
    const { term } = each;
    const description = wrap(each.description, descriptionIndent);
    return isBeside && term.length <= termWidth
      ? `${margin}${term.padEnd(termWidth)}  ${description}`
      : `${margin}${term}\n${' '.repeat(descriptionIndent)}${description}`;
  };
  const blocks = sections.map(({ heading, content }) => {
    const lines = content.map((each) => format(each, heading === undefined ? 0 : 2));
    return [...(heading === undefined ? [] : [heading]), ...lines].join('\n');
  });
  return blocks.join('\n\n');
}

function termOf(content: string | Row): string[] {
  return typeof content === 'string' ? [] : [content.term];
}

function sectionsOf(command: Command, help: Help): Section[] {
  const flags = help.visibleOptions(command);
  const isHelp = ({ long }: Option) => long === '--help';
  const own = command.parent ? flags.filter((each) => !isHelp(each)) : [];
  const inherited = command.parent ? help.visibleGlobalOptions(command) : flags;
  const global = [...inherited.filter((each) => !isHelp(each)), ...flags.filter(isHelp)];
  const optionRow = (option: Option) => ({
    term: help.optionTerm(option),
    description: help.optionDescription(option),
  });
  return [
    { heading: 'USAGE', content: [usageOf(command)] },
    {
      heading: 'ARGUMENTS',
      content: help.visibleArguments(command).map((argument) => ({
        term: help.argumentTerm(argument),
        description: help.argumentDescription(argument),
      })),
    },
    ...commandSections(command, help),
    { heading: 'FLAGS', content: own.map(optionRow) },
    { heading: 'GLOBAL FLAGS', content: global.map(optionRow) },
    {
      heading: 'EXAMPLES',
      content: manualOf(command).examples.map((example) => `$ newswatch ${example}`),
    },
    { heading: 'LEARN MORE', content: moreAbout(command) },
  ];
}

function usageOf(command: Command): string {
  const args = command.registeredArguments.map(placeholderOf);
  const rest = command.commands.length > 0 ? ['<command>'] : args;
  return [commandLineOf(command), ...rest, '[flags]'].join(' ');
}

function placeholderOf(argument: Argument): string {
  const { required, variadic } = argument;
  const word = variadic ? `${argument.name()}...` : argument.name();
  return required ? `<${word}>` : `[${word}]`;
}

function commandSections(command: Command, help: Help): Section[] {
  const visible = help.visibleCommands(command);
  const rowOf = (each: Command): Row => ({
    term: each.name(),
    description: help.subcommandDescription(each),
  });
  if (command.parent) return [{ heading: 'COMMANDS', content: visible.map(rowOf) }];
  const isListed = new Set(programSections.flatMap(([, names]) => names));
  const others = visible.filter((each) => !isListed.has(each.name()));
  return programSections.map(([heading, names], index) => {
    const listed = names.flatMap((name) => visible.filter((each) => each.name() === name));
    const isLast = index === programSections.length - 1;
    return { heading, content: (isLast ? [...listed, ...others] : listed).map(rowOf) };
  });
}

function moreAbout(command: Command): string[] {
  if (!command.parent) {
    return [
      'newswatch help environment: SERVICE_API_KEY and other variables',
      'newswatch help exit-codes: 3 is plan_required',
      'newswatch <command> --help: the flags and examples of a command',
    ];
  }
  if (command.commands.length > 0) {
    return [`${commandLineOf(command)} <command> --help: the flags and examples of a command`];
  }
  return [`newswatch help exit-codes: this command has ${exitCodesFor(command).join(', ')}`];
}
