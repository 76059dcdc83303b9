import type { WorkSlices } from './work-slices.ts';

/** A computation that yields between its steps, which are short themselves. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs all steps at once. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Runs steps in slices.
 *
 * @throws the reason of the signal of the work if it is aborted
 */
export async function runInSlices<Result>(steps: Steps<Result>, work: WorkSlices): Promise<Result> {
  for (;;) {
    await work.next();
    const { done, value } = steps.next();
    if (done) return value;
  }
}
