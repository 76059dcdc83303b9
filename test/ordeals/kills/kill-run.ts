/** What a run of kills has shown. */
export interface KillSummary {
  kills: number;
  /** Events that were stored. */
  events: number;
  /** Events, alerts or acknowledged requests that are missing. */
  lost: number;
  /** Events that arrived or were handled more than once. */
  repeated: number;
}

/** The number of kills: `KILLS` in the environment, for a longer run than that of CI. */
export function killCount(defaultCount: number): number {
  return Number(process.env['KILLS'] ?? defaultCount);
}

/** The seed of the random moments: `KILL_SEED` in the environment. */
export function killSeed(defaultSeed: number): number {
  return Number(process.env['KILL_SEED'] ?? defaultSeed);
}

/** Prints what a run has shown as one line of JSON. */
export function printSummary(name: string, summary: KillSummary): void {
  process.stdout.write(`${JSON.stringify({ ordeal: name, ...summary })}\n`);
}

/** How often each value occurs. */
export function countValues(values: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return found;
}

/** How many of the values occur more than once. */
export function countRepeated(values: readonly string[]): number {
  return [...countValues(values).values()].filter((count) => count > 1).length;
}
