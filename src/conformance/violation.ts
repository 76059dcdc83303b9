/** Thrown by a check if the statement does not hold; the message says what was observed. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** Thrown by a check that cannot be made; the message says what is missing. */
export class NotChecked extends Error {
  override readonly name = 'NotChecked';
}

/** @throws {Violation} with the message if the condition is false */
export function ensure(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Violation(message);
}
