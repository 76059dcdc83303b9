import type { Sql } from './sql.ts';

/** The outcome whose statements include the one that made the transaction fail. */
export function outcomeOf<Outcome extends string>(
  unmet: Sql,
  outcomes: Record<Outcome, readonly Sql[]>,
): Outcome {
  for (const outcome in outcomes) if (outcomes[outcome].includes(unmet)) return outcome;
  throw new Error('the statement belongs to no outcome', { cause: unmet });
}
