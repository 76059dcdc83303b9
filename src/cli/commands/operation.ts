import { type Command, Option } from 'commander';
import { type Field, fieldsOf } from '../../contract/field.ts';
import { extensionNote, type Operation } from '../../contract/operation.ts';
import { isPaged } from '../../contract/pages.ts';
import { Failure } from '../errors/failure.ts';
import { exitCodesOf } from '../errors/operation-exit-codes.ts';
import { helpHint } from '../help/find-command.ts';
import { addLazily } from '../help/lazy-commands.ts';
import { withManual } from '../help/manual.ts';
import { timeForms } from '../run/duration.ts';
import { flagOf } from '../run/input-flags.ts';
import { isChosen, type OperationMode } from '../run/operation-mode.ts';
import { operationOptions } from '../run/operation-options.ts';
import { type CallFlags, runOperation } from '../run/run-operation.ts';
import { maxTotal, totalOver } from '../run/total-limit.ts';
import type { Shell } from '../shell.ts';
import { followMode } from './alerts/follow/follow-mode.ts';
import { fileMode } from './monitors/file/file-mode.ts';
import { batchMode } from './news/batch/batch-mode.ts';
import { webMode } from './web/web-mode.ts';

/** The modes by operation name. `load` imports the code of a mode only when it is used. */
const modes: ReadonlyMap<string, OperationMode & { load(): Promise<typeof runOperation> }> =
  new Map([
    [
      'alerts.list',
      {
        ...followMode,
        load: () =>
          import('./alerts/follow/print-new-alerts.ts').then((file) => file.printNewAlerts),
      },
    ],
    [
      'monitors.create',
      {
        ...fileMode,
        load: () =>
          import('./monitors/file/create-from-file.ts').then((file) => file.createFromFile),
      },
    ],
    [
      'news.search',
      {
        ...batchMode,
        load: () => import('./news/batch/run-batch.ts').then((file) => file.runBatch),
      },
    ],
    ['account.overview', web('the page with the plans')],
    ['news.get', web('the story')],
    ['profile.get', web('the settings of the service')],
  ]);

function web(page: string) {
  const load = () => import('./web/open-web-page.ts').then((file) => file.openWebPage);
  return { ...webMode(page), load };
}

/** Declares the command of an operation. */
export function declareOperation(command: Command, operation: Operation, shell: Shell): void {
  const mode = modes.get(operation.name);
  command.summary(operation.summary).description(descriptionOf(operation));
  const examples = [...operation.examples, ...(mode?.examples ?? [])];
  withManual(command, {
    examples,
    operation,
    // Lazy: it needs the input schema.
    get exitCodes() {
      return exitCodesOf(operation);
    },
  });
  const options = new Map<string, Field>();
  addLazily(command, () => {
    for (const field of fieldsOf(operation)) {
      const { name, description } = field;
      if (takesMany(operation)) {
        command.argument(`<${name}...>`, `${description}; several, or - for those on stdin`);
      } else if (operation.args.includes(name)) {
        const argument = mode?.replacesArguments ? `[${name}]` : `<${name}>`;
        command.argument(argument, description);
      } else {
        const option = optionOf(operation, field);
        options.set(option.attributeName(), field);
        command.addOption(option);
      }
    }
    for (const option of [...operationOptions(operation), ...(mode?.options() ?? [])]) {
      command.addOption(option);
    }
  });
  command.action(async () => {
    const flags = command.opts<Record<string, unknown>>();
    const chosen = mode && isChosen(mode, flags) ? mode : undefined;
    const values = argumentsOf(operation, command, chosen);
    for (const [attribute, value] of Object.entries(flags)) {
      const field = options.get(attribute);
      if (field) values[field.name] = String(value);
    }
    const callFlags = command.optsWithGlobals<CallFlags>();
    const { args } = command;
    if (takesMany(operation) && (args.length > 1 || args[0] === '-')) {
      const { runMany } = await import('../run/run-many.ts');
      return runMany(operation, args, callFlags, shell);
    }
    const run = (await chosen?.load()) ?? (await runnerFor(operation, values, callFlags));
    await run(operation, values, callFlags, shell);
  });
}

/** Whether the command takes several ids: the id is all that an idempotent write takes. */
function takesMany(operation: Operation): boolean {
  const { args, effect } = operation;
  const isIdempotent = effect === 'change' || effect === 'delete';
  return isIdempotent && args.length === 1 && fieldsOf(operation).length === 1;
}

/** Code that only some calls need is imported only then. */
async function runnerFor(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  { all }: CallFlags,
): Promise<typeof runOperation> {
  if (all || totalOver(operation, values['limit']) !== undefined) {
    return (await import('../run/list-all.ts')).listAll;
  }
  const changesNothing = Object.keys(values).every((name) => operation.args.includes(name));
  if (operation.name === 'monitors.edit' && changesNothing) {
    return (await import('./monitors/edit/edit-monitor.ts')).editMonitor;
  }
  return runOperation;
}

/** @throws {Failure} if an argument is missing, or is given although the mode replaces it */
function argumentsOf(
  operation: Operation,
  command: Command,
  mode: OperationMode | undefined,
): Record<string, string> {
  const { args } = command;
  if (mode?.replacesArguments) {
    if (args.length === 0) return {};
    const flag = mode.options()[0].long;
    const argument = `<${operation.args[0]}>`;
    const message = `${flag} replaces the argument ${argument}`;
    throw new Failure('excess_arguments', message, { hint: `Remove ${argument} or ${flag}` });
  }
  const missing = operation.args[args.length];
  if (missing !== undefined) {
    const message = `missing required argument '${missing}'`;
    throw new Failure('missing_argument', message, { hint: helpHint(command) });
  }
  return Object.fromEntries(operation.args.map((name, index) => [name, args[index] ?? '']));
}

/** Help on what the command line accepts in addition to values of the API, by kind of field. */
const otherForms: ReadonlyMap<Field['kind'], string> = new Map([
  ['minutes', ', or a duration such as 24h'],
  ['timestamp', `, ${timeForms}`],
  ['list', ', separated by commas or with the flag repeated'],
]);

function optionOf(operation: Operation, field: Field): Option {
  const { kind, required, choices, defaultValue, canBeNone } = field;
  const others = otherForms.get(kind) ?? '';
  const bound = field.name === 'until' ? others.replace('a date', 'the end of a date') : others;
  const forms = bound + (canBeNone ? ', or none' : '');
  const pages =
    field.name === 'limit' && isPaged(operation)
      ? `, or up to ${operation.maxItems ?? maxTotal} in pages`
      : '';
  const description = field.description + forms + pages;
  const text = required ? `${description} (required)` : description;
  const short = field.name === 'limit' ? '-n, ' : '';
  const option = new Option(short + flagOf(operation, field), text);
  // For help only: the contract validates and the service applies defaults.
  if (choices.length > 0) option.argChoices = [...choices];
  if (defaultValue !== undefined) option.default(undefined, String(defaultValue));
  if (kind === 'list') option.argParser(joinValues);
  return option;
}

/** The values of a flag that is repeated, as one list. */
function joinValues(value: string, previous: string | undefined): string {
  return previous === undefined ? value : `${previous},${value}`;
}

function descriptionOf({ summary, documented }: Operation): string {
  return documented ? summary : `${summary}\n\n(${extensionNote})`;
}
