import fc from 'fast-check';

/**
 * How long to look for trouble: CI looks for a moment. `FUZZ=50` looks fifty times as long, and
 * `FUZZ_SEED=…` again where a failure was found, with the seed that it printed.
 */
const factor = Number(process.env['FUZZ'] ?? 1);
const seed = process.env['FUZZ_SEED'];

/** Milliseconds that a test may take. */
export const timeLimit = 60_000 * factor;

/** Holds a property against so many random values, and says with which seed it failed. */
export async function holds<Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  property: fc.IAsyncPropertyWithHooks<Values>,
): Promise<void> {
  await fc.assert(property, {
    numRuns: numRuns * factor,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  });
}
