import type { Deadline } from '../../../../client/deadline.ts';
import type { RawClient } from '../../../../client/raw-client.ts';
import type { InputOf, Operation } from '../../../../contract/operation.ts';
import { operations } from '../../../../contract/operations.ts';
import { exitCode } from '../../../errors/exit-code.ts';
import type { Output } from '../../../output/output.ts';
import { failedOutcome, type Outcome, resultLine } from '../../../run/outcome.ts';
import { callFor } from '../own-monitors.ts';
import { plan, type Step } from './plan.ts';

interface RunnerOptions {
  signal: AbortSignal;
  dryRun: boolean;
  /** The end of the next request. */
  newDeadline(): Deadline;
  output: Output;
}

const { create, edit, list, pause, resume, delete: remove } = operations.monitors;

/** A 403 can be about one monitor. */
const kind = { effect: create.effect, errors: edit.errors };

/** Carries out the steps of a plan. */
export class StepRunner {
  readonly #client: RawClient;
  readonly #options: RunnerOptions;
  readonly #counts = new Map<Step['result'], number>();

  constructor(client: RawClient, options: RunnerOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** The number of monitors by result, such as `2 created, 1 unchanged`. */
  get summary(): string {
    const counts = [...this.#counts].map(([result, count]) => `${count} ${result}`);
    return counts.join(', ') || 'the file has no monitors';
  }

  /** In order, so that a file that was exported makes monitors of the same order. */
  async *run(steps: readonly Step[]): AsyncGenerator<Outcome> {
    for (const step of steps) yield await this.#outcomeOf(step);
  }

  #count(result: Step['result']): void {
    this.#counts.set(result, (this.#counts.get(result) ?? 0) + 1);
  }

  async #outcomeOf(step: Step): Promise<Outcome> {
    const { dryRun, signal, output } = this.#options;
    const subject = { ...(dryRun && { dry_run: true }), title: step.entry.title };
    if (step.result === 'failed') {
      this.#count('failed');
      const { message, changes } = step;
      const error = JSON.stringify({ error: 'conflict', message });
      const json = resultLine({ ...subject, result: 'failed', changes }, 'error', error);
      const problem = [`conflict: ${JSON.stringify(step.entry.title)}: ${message}`];
      return { json, exitCode: exitCode.unexpected, problem, isFinal: false };
    }
    try {
      const id = dryRun ? knownId(step) : await this.#apply(step);
      const later =
        step.result === 'created' && !dryRun && id && (await this.#afterOther(step, id));
      if (later) return this.#outcomeOf(later);
      const { result, changes } = step;
      this.#count(result);
      const json = JSON.stringify({ ...subject, result, ...(id && { id }), changes });
      return { json, exitCode: exitCode.ok, problem: [], isFinal: false };
    } catch (error) {
      if (signal.aborted) throw error;
      this.#count('failed');
      const failed = { ...subject, result: 'failed' };
      return failedOutcome(failed, error, kind, (text) => output.redacted(text));
    }
  }

  /**
   * Deletes a new monitor if another process has created one for the entry in the meantime: the oldest one
   * stays, so that one of several processes keeps its own.
   *
   * @returns the step for that monitor; `undefined` if this one stays
   */
  async #afterOther({ entry }: Step, id: string): Promise<Step | undefined> {
    const { monitors } = await this.#call(list, {});
    const own = monitors.find((monitor) => monitor.id === id);
    const [oldest] = monitors.filter(
      ({ title, owner_id }) => title === entry.title && owner_id === own?.owner_id,
    );
    if (!oldest || oldest.id === id) return undefined;
    await this.#call(remove, { id });
    return plan([entry], [oldest], { replace: false })[0];
  }

  /** Returns the id of the monitor that is as the entry says. */
  async #apply(step: Exclude<Step, { result: 'failed' }>): Promise<string> {
    const { entry, changes } = step;
    const { status: wanted, ...fields } = entry;
    if (step.result === 'unchanged') return step.current.id;
    let { id, status } = ('current' in step ? step.current : undefined) ?? {};
    if (id === undefined) {
      const created = await this.#call(create, fields);
      const notice = create.notice?.(created);
      if (notice) this.#options.output.note(`newswatch: ${JSON.stringify(entry.title)}: ${notice}`);
      ({ id, status } = created);
    } else {
      const { status: _, ...edits } = changes;
      const values = Object.entries(edits).map(([name, { to }]) => [name, to] as const);
      if (values.length > 0) await this.#call(edit, { ...Object.fromEntries(values), id });
    }
    if (wanted !== undefined && wanted !== status) {
      await this.#call(wanted === 'paused' ? pause : resume, { id });
    }
    // Last: if this is not reached, the next run finds both.
    if (step.result === 'replaced') await this.#call(remove, { id: step.obsolete.id });
    return id;
  }

  #call<Op extends Operation>(operation: Op, input: InputOf<Op>) {
    const { signal, newDeadline } = this.#options;
    return callFor(this.#client, operation, input, { signal, deadline: newDeadline() });
  }
}

function knownId(step: Step): string | undefined {
  return 'current' in step ? step.current?.id : undefined;
}
