/** The message of a caught value: of an error its `message`, of any other value its text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
