import type { TraceContext } from './trace-context.ts';
import { Turns } from './turns.ts';

interface WorkOptions {
  /** Who the work is for, such as an account. Groups get turns alternately (default: one group). */
  group?: string;
  /** Aborted when the result is of no use to anybody (default: never). */
  signal?: AbortSignal | undefined;
  /** The trace that the work belongs to (default: none). */
  trace?: TraceContext | undefined;
  /** The turns of the event loop that the work is done in (default: those of the process). */
  turns?: Turns;
}

const processTurns = new Turns();

/**
 * Divides a long computation into slices, so that it does not block the event loop. Call `next()`
 * between steps that are short themselves.
 */
export class WorkSlices {
  /** Aborted when the work must stop. */
  readonly signal: AbortSignal | undefined;
  /** The innermost part of the trace that the work is in. */
  trace: TraceContext | undefined;
  readonly #group: string;
  readonly #turns: Turns;

  constructor({ group = '', signal, trace, turns = processTurns }: WorkOptions = {}) {
    this.signal = signal;
    this.trace = trace;
    this.#group = group;
    this.#turns = turns;
    turns.begin();
  }

  /** Whether `next()` has something to do. Check it first between steps that take only microseconds. */
  get isDue(): boolean {
    return this.#turns.isOver || this.signal?.aborted === true;
  }

  /**
   * Lets the event loop handle other events if enough work was done in this turn.
   *
   * @throws the reason of the signal if it is aborted
   */
  async next(): Promise<void> {
    this.signal?.throwIfAborted();
    await this.#turns.next(this.#group);
    this.signal?.throwIfAborted();
  }
}
