import { timeoutOf } from '../config/settings.ts';
import type { Shell } from '../shell.ts';
import { type ColorChoice, usesColor } from './color-choice.ts';
import { escapeControls, indentJson } from './json-text.ts';
import type { PagerFlags } from './pager.ts';
import { createView } from './view/create-view.ts';
import type { Source, Target, View, ViewFlags } from './view/view.ts';

/** The flags of a command that prints a document. */
export interface DocumentFlags extends ViewFlags, PagerFlags {
  /** The file to write the document to, instead of stdout. */
  output?: string;
  /** Default: `auto`. */
  color?: ColorChoice;
  /** Show times in UTC instead of the time zone of the process. */
  utc?: boolean;
  /** Seconds; a jq program may not take longer. */
  timeout?: string;
}

/** Prints a document of the program itself: an object, or its JSON. */
export type PrintDocument = (document: object | string) => Promise<void>;

/**
 * Checks the flags of a command that prints a document of the program itself. Called before the command
 * sends or changes anything.
 *
 * @throws {Failure} if the flags are invalid
 */
export async function openPrinter(
  flags: DocumentFlags,
  shell: Shell,
  source: Source = {},
): Promise<PrintDocument> {
  const view = await openView(flags, source, shell);
  return (document) => {
    const json = typeof document === 'string' ? document : JSON.stringify(document);
    return printWith(view, json, { isWrite: source.fields !== undefined }, flags, shell);
  };
}

/**
 * Renders a document and prints it.
 *
 * @param isWrite whether the document cannot be asked for again: it is printed as it is if the view fails
 */
export async function printWith(
  view: View,
  json: string,
  { isWrite }: { isWrite: boolean },
  flags: DocumentFlags,
  shell: Shell,
): Promise<void> {
  let text: string;
  try {
    text = await view.render(json);
  } catch (error) {
    if (isWrite) await write(`${indentJson(json)}\n`, flags, shell);
    throw error;
  }
  await write(text, flags, shell, view, () => view.render(json, { hasPager: false }));
  if (view.notice) shell.output.note(`newswatch: ${view.notice}`);
}

/**
 * Creates the view that the flags ask for: see {@link createView}.
 *
 * @throws {Failure} if the flags are invalid, or the file of `--output` cannot be written
 */
export async function openView(flags: DocumentFlags, source: Source, shell: Shell): Promise<View> {
  const view = await createView(flags, source, await targetOf(flags, shell));
  if (flags.output !== undefined) {
    const { checkResponseFile } = await import('./response-file.ts');
    await checkResponseFile(flags.output);
  }
  return view;
}

async function targetOf(flags: DocumentFlags, shell: Shell): Promise<Target> {
  const { output: file, color, utc = false, jq, format } = flags;
  const { env, output } = shell;
  const width = file === undefined ? output.width : undefined;
  const isTerminal = width !== undefined;
  // FORCE_COLOR is often set for all programs of a job; another program that reads JSON must not break.
  const colorEnv = isTerminal || format === 'table' ? env : {};
  return {
    terminal: isTerminal
      ? { width, utc, hasPager: (await pagerOf(flags, shell)) !== undefined }
      : undefined,
    hasColor: file === undefined && usesColor({ choice: color, env: colorEnv, isTerminal }),
    timeLimit: jq === undefined ? undefined : await timeoutOf(flags, env),
    redact: (text) => output.redacted(text),
    warn: (message) => output.note(`newswatch: warning: ${message}`),
  };
}

/**
 * Prints a rendered document on stdout, also by a pager, or writes it to the file of `--output`.
 *
 * @param fitted renders it for the terminal itself, if the pager cannot show it (default: the same text)
 */
export async function write(
  text: string,
  flags: DocumentFlags,
  shell: Shell,
  { isSafe = false }: Pick<View, 'isSafe'> = {},
  fitted: () => Promise<string> = async () => text,
): Promise<void> {
  const { output } = shell;
  const safe = output.redacted(isSafe ? text : escapeControls(text));
  if (flags.output !== undefined) {
    const { writeResponseFile } = await import('./response-file.ts');
    return writeResponseFile(flags.output, safe, shell);
  }
  const command = await pagerOf(flags, shell);
  if (command !== undefined) {
    const { showInPager } = await import('./pager.ts');
    const pager = { command, cutsLines: flags.format === 'table' };
    const problem = await showInPager(safe, pager, shell);
    if (problem === undefined) return;
    output.note(`newswatch: warning: the pager ${JSON.stringify(command)} ${problem}`);
    return output.text(await fitted(), { isSafe });
  }
  output.text(text, { isSafe });
}

/** The command of the pager; there is none if stdout is not a terminal. */
async function pagerOf(flags: DocumentFlags, shell: Shell): Promise<string | undefined> {
  if (flags.output !== undefined || shell.output.width === undefined) return undefined;
  const { chosenPager } = await import('./pager.ts');
  return chosenPager(flags, shell);
}
