/** Returns the result of a feedsmith parser, or `empty` if it throws because the feed is empty. */
export function parseOr<Value>(empty: Value, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Error && /^(DetectError|ParseError)$/.test(error.name)) return empty;
    throw error;
  }
}

/** Whether feedsmith failed because the XML is not well-formed. */
export function isMalformed(error: unknown): error is Error {
  return error instanceof Error && error.name === 'MalformedError';
}

/** Describes the error in malformed XML on one line, shortened. */
export function malformedReason(error: Error): string {
  const message = error.cause instanceof Error ? error.cause.message : error.message;
  return `is malformed XML (${message.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 120)})`;
}
