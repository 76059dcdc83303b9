/** feedsmith throws for a feed that says nothing, such as one without a title; here that is no error. */
export function unlessEmpty<Value>(parse: () => Value, empty: Value): Value {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Error && /^(DetectError|ParseError)$/.test(error.name)) return empty;
    throw error;
  }
}
