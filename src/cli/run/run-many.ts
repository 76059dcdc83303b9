import { pMapIterable } from 'p-map';
import { Deadline } from '../../client/deadline.ts';
import { buildRequest } from '../../client/request.ts';
import type { Operation } from '../../contract/operation.ts';
import { shorten } from '../../contract/shorten.ts';
import { validate } from '../../contract/validate.ts';
import { Failure, invalidInput } from '../errors/failure.ts';
import { openView } from '../output/print-document.ts';
import type { Shell } from '../shell.ts';
import { createCliClient, withSettings } from './cli-client.ts';
import { outputOptions } from './command-options.ts';
import { interruptible } from './interruption.ts';
import { type Outcome, outcomeOf, printOutcomes } from './outcome.ts';
import { assertNotReadOnly } from './read-only.ts';
import { readText } from './read-source.ts';
import { type CallFlags, printRequests } from './run-operation.ts';
import { rejectSharedInput } from './standard-input.ts';

const concurrency = 4;
const maxIds = 10_000;

/**
 * Runs an operation that takes only an id for many ids: those of the command line and, for `-`, those of
 * standard input. Prints one line for each id. A failure does not stop the others, unless all of them
 * would fail with it; `--timeout` applies to each.
 *
 * @throws {Failure} if an id is invalid; nothing was sent
 */
export async function runMany(
  operation: Operation,
  words: readonly string[],
  flags: CallFlags,
  shell: Shell,
): Promise<void> {
  const { name, args, confirmation } = operation;
  const [argument = 'id'] = args;
  if (!flags.dryRun) assertNotReadOnly(name, shell);
  rejectOutputFlags(flags);
  const { fields } = flags;
  const view =
    fields === undefined
      ? undefined
      : await openView({ fields, compact: true, color: 'never' }, { operation }, shell);
  const mustConfirm = confirmation !== undefined && !flags.dryRun && !flags.yes;
  // Standard input cannot be read to its end and then have an answer.
  if (mustConfirm && words.includes('-')) throw unconfirmedInput(confirmation);
  const ids = await readIds(words, { argument, flags }, shell);
  const inputs = ids.map((id) => validInput(operation, { [argument]: id }));
  if (flags.dryRun) {
    return printRequests(
      inputs.map((input) => buildRequest(operation, input)),
      flags,
      shell,
    );
  }
  if (mustConfirm) {
    const { confirmCalls } = await import('./confirm-call.ts');
    await confirmCalls(operation, inputs, flags, shell);
  }
  await withSettings(flags, shell, (settings) =>
    interruptible(operation, shell, async (signal) => {
      const client = createCliClient(settings, shell);
      const call = async (input: Record<string, unknown>): Promise<Outcome> => {
        const deadline = new Deadline(settings.timeout).unref();
        const result = await client
          .call(operation, input, { signal, deadline })
          .then(async (response) =>
            view && response.status < 400
              ? { ...response, text: await view.render(response.text) }
              : response,
          )
          .catch((error: unknown) => {
            if (signal.aborted) throw error;
            return { error };
          });
        const subject = { id: input[argument] };
        return outcomeOf(subject, result, operation, (text) => shell.output.redacted(text));
      };
      const outcomes = pMapIterable(inputs, call, { concurrency });
      const total = inputs.length;
      const failed = await printOutcomes(outcomes, total, shell).finally(() => client.close());
      if (failed > 1) shell.output.note(`newswatch: ${failed} of ${total} failed`);
    }),
  );
}

/** @throws {Failure} if a flag asks for another output than JSON Lines */
function rejectOutputFlags(flags: CallFlags): void {
  const values = new Map<string, unknown>(Object.entries(flags));
  const refused = outputOptions().find((option) => {
    const value = values.get(option.attributeName());
    const isAllowed = option.long === '--compact' || option.long === '--fields';
    return value !== undefined && value !== 'jsonl' && !isAllowed;
  });
  if (!refused) return;
  const message = `${refused.long} cannot be used with several ids: the output is JSON Lines`;
  throw new Failure('conflicting_option', message);
}

function unconfirmedInput({ verb, noun }: NonNullable<Operation['confirmation']>): Failure {
  const message = `${verb} the ${noun}s on standard input: --yes is required`;
  return new Failure('confirmation_required', message);
}

/** Each id once, in the order of the words. */
async function readIds(
  words: readonly string[],
  { argument, flags }: { argument: string; flags: CallFlags },
  shell: Shell,
): Promise<string[]> {
  const readers = words.filter((word) => word === '-');
  if (readers.length > 0 && flags.apiKeyFile === '-') {
    rejectSharedInput(['--api-key-file', `<${argument}>`]);
  }
  const listed =
    readers.length === 0
      ? []
      : idsIn(await readText({ file: '-', name: argument }, shell), argument);
  const ids = [...new Set(words.flatMap((word) => (word === '-' ? listed : [word])))];
  if (ids.length > maxIds) throw invalidInput(`there are ${ids.length} ids; at most ${maxIds}`);
  return ids;
}

/**
 * The ids in a text: one per line, as text, as a JSON string or in a JSON object.
 *
 * @param field the name of the object's member with the id; another one may be named `id`
 * @throws {Failure} `invalid_value` that lists the lines without an id
 */
export function idsIn(text: string, field: string): string[] {
  const ids: string[] = [];
  const problems: string[] = [];
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .forEach((line, index) => {
      const trimmed = line.trim();
      if (trimmed === '') return;
      const id = /^[{"]/.test(trimmed) ? idOf(trimmed, field) : trimmed;
      if (id === undefined) problems.push(`line ${index + 1} has no ${field}`);
      else if (/\s/.test(id)) problems.push(`line ${index + 1} is not one id: ${shorten(trimmed)}`);
      else ids.push(id);
    });
  if (problems.length > 0) {
    const more = problems.length > maxProblems ? `; and ${problems.length - maxProblems} more` : '';
    throw invalidInput(
      `standard input: ${problems.slice(0, maxProblems).join('; ')}${more}`,
      isJson(text)
        ? 'It is a JSON document: print it with --format jsonl, or only its ids with --jq'
        : 'Write one id per line, or one JSON object with an id per line (--format jsonl)',
    );
  }
  return ids;
}

/** Lines without an id that an error describes; others are counted. */
const maxProblems = 5;

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

function idOf(json: string, field: string): string | undefined {
  try {
    const value = JSON.parse(json) as Record<string, unknown> | string;
    const found = typeof value === 'string' ? value : (value[field] ?? value['id']);
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

function validInput(operation: Operation, input: Record<string, unknown>) {
  const validated = validate(operation, input);
  if (!('issues' in validated)) return validated.input;
  const [id = ''] = Object.values(input);
  const problems = validated.issues.map(({ field, message }) => `<${field}> ${message}`);
  throw invalidInput(`${problems.join('; ')} (got ${JSON.stringify(shorten(String(id)))})`);
}
