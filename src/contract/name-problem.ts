import { isRecord, valueName } from './type-name.ts';

/** Why the names of options are refused. */
export interface NameProblem {
  /** Such as `has no option "x"`. */
  problem: string;
  /** The unknown option; `undefined` if there is no object of options. */
  unknown?: string;
}

/**
 * Checks the names of options. Without a dependency, for small bundles.
 *
 * @returns `undefined` if all are known
 */
export function nameProblem(options: unknown, known: readonly string[]): NameProblem | undefined {
  if (!isRecord(options)) {
    return { problem: `needs an object of options (got ${valueName(options)})` };
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  return { problem: `has no option ${JSON.stringify(unknown.slice(0, 100))}`, unknown };
}
