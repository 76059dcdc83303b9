/**
 * One way in which a sender may have signed something else than the receiver checks: another body,
 * another prefix before the body, or another key. It is a hypothesis until the signature matches.
 */
export interface Change<Value> {
  /** Snake case, stable. */
  readonly code: string;
  /** What happened, in words. */
  readonly message: string;
  /** The body, prefix or key that was used if the hypothesis is true. */
  readonly value: Value;
}

export function change<Value>(code: string, message: string, value: Value): Change<Value> {
  return { code, message, value };
}
