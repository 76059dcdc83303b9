/** Creates a value on first use. Schemas are slow to create, and most runs need only a few. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
