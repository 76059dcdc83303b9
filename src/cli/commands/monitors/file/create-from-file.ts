import { Deadline } from '../../../../client/deadline.ts';
import { fieldsOf } from '../../../../contract/field.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { operations } from '../../../../contract/operations.ts';
import { ErrorResponse } from '../../../errors/error-response.ts';
import { callFailure, Failure, invalidInput } from '../../../errors/failure.ts';
import { printErrorResponse } from '../../../output/print-response.ts';
import { createCliClient, withSettings } from '../../../run/cli-client.ts';
import { confirm } from '../../../run/confirm.ts';
import { flagOf } from '../../../run/input-flags.ts';
import { interruptible } from '../../../run/interruption.ts';
import { printOutcomes } from '../../../run/outcome.ts';
import { assertNotReadOnly } from '../../../run/read-only.ts';
import { readText } from '../../../run/read-source.ts';
import type { CallFlags } from '../../../run/run-operation.ts';
import { rejectSharedInput } from '../../../run/standard-input.ts';
import type { Shell } from '../../../shell.ts';
import { ownMonitors } from '../own-monitors.ts';
import { StepRunner } from './apply-step.ts';
import type { MonitorEntry } from './monitor-entry.ts';
import { parseEntries } from './parse-entries.ts';
import { plan, type Step } from './plan.ts';

interface FileFlags extends CallFlags {
  /** `-` is standard input. */
  from?: string;
  replace?: boolean;
}

/**
 * Creates and updates the monitors of a file, one after the other, and prints one line for each. The
 * whole file is checked before the first request; `--timeout` applies to each request that writes.
 */
export async function createFromFile(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  flags: FileFlags,
  shell: Shell,
): Promise<void> {
  const { from = '-', replace = false, dryRun = false } = flags;
  rejectFields(operation, values);
  if (!dryRun) assertNotReadOnly(operation.name, shell);
  if (from === '-' && flags.apiKeyFile === '-') rejectSharedInput(['--api-key-file', '--from']);
  const entries = await readEntries(from, shell);
  await withSettings(flags, shell, async (settings) => {
    const client = createCliClient(settings, shell);
    try {
      await interruptible(operation, shell, async (signal) => {
        const deadline = await shell.deadline();
        const monitors = await ownMonitors(client, { signal, deadline });
        const steps = plan(entries, monitors, { replace });
        const readsInput = from === '-';
        if (!dryRun) await confirmReplacements(steps, { ...flags, readsInput }, shell);
        const runner = new StepRunner(client, {
          signal,
          dryRun,
          newDeadline: () => new Deadline(settings.timeout).unref(),
          output: shell.output,
        });
        await printOutcomes(runner.run(steps), steps.length, shell);
        shell.output.note(`newswatch: ${dryRun ? 'dry run: ' : ''}${runner.summary}`);
      });
    } catch (error) {
      if (!(error instanceof ErrorResponse)) throw callFailure(error, operation);
      await printErrorResponse(error.response, flags, shell);
    } finally {
      await client.close();
    }
  });
}

/** @throws {Failure} if a flag sets a field of one monitor */
function rejectFields(operation: Operation, values: Readonly<Record<string, string>>): void {
  const field = fieldsOf(operation).find(({ name }) => values[name] !== undefined);
  if (!field) return;
  const flag = flagOf(operation, field).replace(/ .*/, '');
  throw new Failure('conflicting_option', `--from cannot be used with ${flag}`, {
    hint: 'Set the fields of each monitor in the file',
  });
}

const maxProblems = 50;

/** @throws {Failure} `invalid_value` that lists the problems of all entries */
async function readEntries(file: string, shell: Shell): Promise<MonitorEntry[]> {
  const name = file === '-' ? 'standard input' : `--from ${file}`;
  const parsed = parseEntries(await readText({ file, name }, shell));
  if ('entries' in parsed) return parsed.entries;
  const { problems } = parsed;
  const more = problems.length > maxProblems ? `; and ${problems.length - maxProblems} more` : '';
  throw invalidInput(
    `${name}: ${problems.slice(0, maxProblems).join('; ')}${more}`,
    /\.ya?ml$/i.test(file) ? 'Convert it to JSON first: yq -o json' : hintFor(problems),
  );
}

function hintFor(problems: readonly string[]): string {
  return problems.every((each) => / the title .* is that of (entry|line) /.test(each))
    ? 'Entries are found by their titles: rename one with newswatch monitors edit ID --title, and export again; nothing was sent'
    : 'Write it as newswatch monitors export prints it; nothing was sent';
}

async function confirmReplacements(
  steps: readonly Step[],
  flags: FileFlags & { readsInput: boolean },
  shell: Shell,
): Promise<void> {
  const obsolete = steps.flatMap((step) => (step.result === 'replaced' ? [step.obsolete] : []));
  if (obsolete.length === 0) return;
  const { apiKeyFile = flags.readsInput ? '-' : undefined, yes } = flags;
  await confirm(
    {
      verb: 'Delete and recreate',
      noun: 'monitor',
      loss: `${operations.monitors.delete.confirmation?.loss} Connections of only a deleted monitor are removed.`,
      ids: obsolete.map(({ id }) => id),
      names: async () => new Map(obsolete.map(({ id, title }) => [id, title])),
    },
    { ...(apiKeyFile !== undefined && { apiKeyFile }), ...(yes !== undefined && { yes }) },
    shell,
  );
}
