/** Makes a value when it is asked for first: schemas take time to make, and most runs need a few. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
