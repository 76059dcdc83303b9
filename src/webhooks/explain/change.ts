/**
 * One way in which a signature may differ from the expected one: the sender signed a different body
 * or prefix, or used a different key. It is a hypothesis until the signature matches.
 */
export interface Change<Value> {
  /** Stable identifier in snake case. */
  readonly code: string;
  /** Human-readable description of the difference. */
  readonly message: string;
  /** The body, prefix or key to try. */
  readonly value: Value;
}

export function change<Value>(code: string, message: string, value: Value): Change<Value> {
  return { code, message, value };
}
