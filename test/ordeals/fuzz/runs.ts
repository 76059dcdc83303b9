import fc from 'fast-check';

/**
 * Number of runs: CI uses few. `FUZZ=50` multiplies it by fifty, and
 * `FUZZ_SEED=…` repeats a failure with the seed that it printed.
 */
const factor = Number(process.env['FUZZ'] ?? 1);
const seed = process.env['FUZZ_SEED'];

/** Milliseconds that a test may take. */
export const timeLimit = 60_000 * factor;

/** Checks a property with random values and reports the seed of a failure. */
export async function checkProperty<Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  property: fc.IAsyncPropertyWithHooks<Values>,
): Promise<void> {
  await fc.assert(property, {
    numRuns: numRuns * factor,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  });
}
