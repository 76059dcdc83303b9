/** What answers are as JSON, for as long as they are kept themselves. */
const kept = new WeakMap<WeakKey, string>();

/** An answer as JSON. */
export function writtenAnswer(answer: unknown): string {
  return kept.get(answer as WeakKey) ?? JSON.stringify(answer);
}

/** The same of one that is given again and never changed: it is written this once. */
export function keepWritten(answer: object): string {
  const json = writtenAnswer(answer);
  kept.set(answer, json);
  return json;
}
