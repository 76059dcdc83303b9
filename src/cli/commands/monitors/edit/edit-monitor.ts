import type { RawClient } from '../../../../client/raw-client.ts';
import { buildRequest } from '../../../../client/request.ts';
import { fieldsOf } from '../../../../contract/field.ts';
import type { Monitor } from '../../../../contract/monitor.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { operations } from '../../../../contract/operations.ts';
import { ErrorResponse } from '../../../errors/error-response.ts';
import { callFailure, Failure } from '../../../errors/failure.ts';
import { printErrorResponse } from '../../../output/print-response.ts';
import { ask, canAsk } from '../../../run/ask.ts';
import { createCliClient, withSettings } from '../../../run/cli-client.ts';
import { flagOf } from '../../../run/input-flags.ts';
import { interruptible } from '../../../run/interruption.ts';
import { assertNotReadOnly } from '../../../run/read-only.ts';
import { type CallFlags, sendAndPrint } from '../../../run/run-operation.ts';
import type { Shell } from '../../../shell.ts';
import { changeableFields } from '../file/monitor-entry.ts';
import { callFor } from '../own-monitors.ts';
import { EditedFile } from './edited-file.ts';
import { type Edit, parseEdit } from './parse-edit.ts';

/**
 * Opens the fields of a monitor that can be changed in an editor, and sends those that were changed.
 *
 * @throws {Failure} `missing_argument` if there is no terminal; it names the flags
 */
export async function editMonitor(
  operation: Operation,
  { id = '' }: Readonly<Record<string, string>>,
  flags: CallFlags,
  shell: Shell,
): Promise<void> {
  if (!flags.dryRun) assertNotReadOnly(operation.name, shell);
  if (flags.apiKeyFile === '-' || id === '-' || !canAsk(shell)) throw nothingToChange(operation);
  const monitor = await readMonitor(id, flags, shell);
  if (!monitor) return;
  const before = Object.fromEntries(editedFields.map((name) => [name, monitor[name]]));
  const file = await EditedFile.create(`${JSON.stringify(before, null, 2)}\n`, shell);
  try {
    const edit = await editUntilValid(file, before, shell);
    if (Object.keys(edit).length === 0) {
      shell.output.note('newswatch: nothing was changed, so nothing was sent');
      return await file.delete();
    }
    const input = { ...edit, id };
    const request = buildRequest(operation, input);
    const call = { operation, input, effect: operation.effect, request };
    if (await sendAndPrint(call, flags, shell)) await file.delete();
  } finally {
    await file.deleteUnlessChanged();
  }
}

const editedFields = ['title', ...changeableFields] as const satisfies readonly (keyof Monitor)[];

/** Prints an error of the service. */
async function readMonitor(
  id: string,
  flags: CallFlags,
  shell: Shell,
): Promise<Monitor | undefined> {
  const { get } = operations.monitors;
  let monitor: Monitor | undefined;
  await withSettings(flags, shell, async (settings) => {
    const client: RawClient = createCliClient(settings, shell);
    try {
      const deadline = await shell.deadline();
      monitor = await interruptible(get, shell, (signal) =>
        callFor(client, get, { id }, { signal, deadline }),
      );
    } catch (error) {
      if (!(error instanceof ErrorResponse)) throw callFailure(error, get);
      await printErrorResponse(error.response, flags, shell);
    } finally {
      await client.close();
    }
  });
  return monitor;
}

/** Shows the file again until it is valid, or the person gives up. */
async function editUntilValid(
  file: EditedFile,
  before: Readonly<Record<string, unknown>>,
  shell: Shell,
): Promise<Edit> {
  for (;;) {
    const parsed = parseEdit(await file.edit(), before);
    if ('edit' in parsed) return parsed.edit;
    shell.output.note(`newswatch: ${parsed.problems.join('\n  ')}`);
    const answer = await ask('Edit again? [Y/n]', shell);
    if (answer === undefined || /^\s*n/i.test(answer)) {
      const hint = 'Change it with flags instead: see newswatch monitors edit --help';
      throw new Failure('cancelled', 'nothing was changed', { hint });
    }
  }
}

function nothingToChange(operation: Operation): Failure {
  const flags = fieldsOf(operation)
    .filter(({ name }) => !operation.args.includes(name))
    .map((field) => flagOf(operation, field).replace(/ .*/, ''));
  return new Failure('missing_argument', `nothing to change: pass ${flags.join(', ')}`, {
    hint: 'On a terminal, the command without flags opens $VISUAL or $EDITOR',
  });
}
