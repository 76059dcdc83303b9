import type { RawClient } from '../../client/raw-client.ts';
import type { Operation } from '../../contract/operation.ts';
import { operationList } from '../../contract/operations.ts';
import { Failure } from '../errors/failure.ts';
import { bodyItems } from '../output/body-items.ts';
import type { Shell } from '../shell.ts';
import { createCliClient, withSettings } from './cli-client.ts';
import { type ConfirmFlags, confirm } from './confirm.ts';
import { interruptible } from './interruption.ts';

/**
 * Asks before calls that destroy something, as the operation declares.
 *
 * @param inputs of the calls
 * @throws {Failure} `confirmation_required` or `cancelled`; nothing was sent
 */
export async function confirmCalls(
  { confirmation, args: [argument] }: Operation,
  inputs: readonly Readonly<Record<string, unknown>>[],
  flags: ConfirmFlags,
  shell: Shell,
): Promise<void> {
  if (!confirmation) return;
  const { verb, noun, names, loss, isNeeded } = confirmation;
  const destructive = inputs.filter((input) => isNeeded?.(input) ?? true);
  if (destructive.length === 0) return;
  const ids =
    argument === undefined ? undefined : destructive.map((input) => String(input[argument]));
  await confirm(
    { verb, noun, loss, ...(ids && { ids, names: () => namesOf(names, flags, shell) }) },
    flags,
    shell,
  );
}

/** Empty if the names cannot be read: the ids are enough for a question. */
async function namesOf(
  source: NonNullable<Operation['confirmation']>['names'],
  flags: ConfirmFlags,
  shell: Shell,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const operation = operationList.find(({ name }) => name === source?.operation);
  if (!source || !operation) return names;
  const { input, list, field } = source;
  const read = (client: RawClient) =>
    interruptible(operation, shell, async (signal) => {
      const deadline = await shell.deadline();
      const { body } = await client.call(operation, input, { signal, deadline });
      for (const item of bodyItems(body, list)) {
        const { id, [field]: text } = Object(item) as Record<string, unknown>;
        if (typeof id === 'string' && typeof text === 'string') names.set(id, text);
      }
    });
  await withSettings(flags, shell, async (settings) => {
    const client = createCliClient(settings, shell);
    await read(client)
      .catch((error: unknown) => {
        if (error instanceof Failure) throw error;
      })
      .finally(() => client.close());
  });
  return names;
}
