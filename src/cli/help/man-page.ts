import { version } from '../../../package.json';
import { exitMeaning } from '../errors/exit-code.ts';
import { type CommandDescription, type FlagDescription, runnable } from './command-description.ts';
import { environment } from './help-topics.ts';

/** The manual page, in roff with the macros of man(7). */
export function manPage(program: CommandDescription): string {
  return [
    `.TH NEWSWATCH 1 "" "newswatch ${version}" "User Commands"`,
    '.SH NAME',
    text(`newswatch - ${program.summary.replace(/^./, (first) => first.toLowerCase())}`),
    '.SH SYNOPSIS',
    '.B newswatch',
    text('[flags] command [arguments] [flags]'),
    '.SH DESCRIPTION',
    text(
      'Responses of the service are printed on standard output, messages of the program on standard ' +
        'error. A failed run prints exactly one JSON document; its exit status shows the cause.',
    ),
    '.SH GLOBAL FLAGS',
    ...program.flags.flatMap(flagEntry),
    '.SH COMMANDS',
    ...runnable(program).flatMap(section),
    '.SH EXIT STATUS',
    ...Object.entries(exitMeaning).flatMap(([code, meaning]) => entry(bold(code), meaning)),
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, purpose]) => entry(bold(name), purpose)),
    '.SH EXAMPLES',
    ...examplesBlock(program),
  ].join('\n');
}

function section(command: CommandDescription): string[] {
  const { words, description, flags } = command;
  const synopsis = command.arguments.map(({ name, required, variadic }) => {
    const word = variadic ? `${name}...` : name;
    return required ? `<${word}>` : `[${word}]`;
  });
  return [
    `.SS ${quoted(['newswatch', ...words, ...synopsis].join(' '))}`,
    ...description.split(/\n{2,}/).flatMap((paragraph) => ['.PP', text(paragraph)]),
    ...command.arguments.flatMap((each) => entry(italic(each.name), each.description)),
    ...flags.flatMap(flagEntry),
    '.PP',
    'Examples:',
    ...examplesBlock(command),
  ];
}

function flagEntry({ flag, short, value, description, ...rest }: FlagDescription): string[] {
  const names = [short, flag].filter((each) => each !== null).map(bold);
  const placeholder = value === null ? '' : ` ${italic(value)}`;
  const notes = [
    ...(rest.required ? ['required'] : []),
    ...(rest.choices ? [`one of: ${rest.choices.join(', ')}`] : []),
    ...(typeof rest.default === 'string' ? [`default: ${rest.default}`] : []),
  ];
  const remark = notes.length > 0 ? ` (${notes.join('; ')})` : '';
  return entry(names.join(', ') + placeholder, description.replace(/ \(required\)$/, '') + remark);
}

/** @param tag in roff, already escaped */
function entry(tag: string, description: string): string[] {
  return ['.TP', tag, text(description)];
}

/** In no-fill mode (`.nf`), so that command lines are not wrapped. */
function examplesBlock({ examples }: CommandDescription): string[] {
  const lines = examples.map((line) => text(`$ newswatch ${line}`));
  return ['.PP', '.RS 4', '.nf', ...lines, '.fi', '.RE'];
}

function bold(plain: string): string {
  return `\\fB${escaped(plain)}\\fR`;
}

function italic(plain: string): string {
  return `\\fI${escaped(plain)}\\fR`;
}

/** Escapes text lines: a leading dot or apostrophe would start a roff request. */
function text(plain: string): string {
  return escaped(plain).replace(/^(?=[.'])/gm, '\\&');
}

/** Quotes a macro argument. */
function quoted(plain: string): string {
  return `"${escaped(plain).replaceAll('"', '\\(dq')}"`;
}

/** Escapes characters that roff interprets or prints differently (groff_char(7)). */
function escaped(plain: string): string {
  return plain.replace(
    /[\\\-'`^~]|[^\0-\x7f]/g,
    (character) => escapes.get(character) ?? unicode(character),
  );
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\(rs'],
  ['-', '\\-'],
  ["'", '\\(aq'],
  ['`', '\\(ga'],
  ['^', '\\(ha'],
  ['~', '\\(ti'],
]);

function unicode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
