/**
 * Defers `make` to the first call and caches its result. Used for schemas: they are slow to create,
 * and most processes need only a few.
 */
export function once<Value>(make: () => Value): () => Value {
  let cached: { value: Value } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}
