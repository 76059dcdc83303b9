/** Calls `listener` once, at the first abort. Returns a function that removes it. */
export function onAbort(
  signals: readonly AbortSignal[],
  listener: (reason: unknown) => void,
): () => void {
  const remove = () => {
    for (const signal of signals) signal.removeEventListener('abort', abort);
  };
  const abort = () => {
    const { reason } = signals.find(({ aborted }) => aborted) ?? {};
    remove();
    listener(reason);
  };
  for (const signal of signals) signal.addEventListener('abort', abort, { once: true });
  if (signals.some(({ aborted }) => aborted)) abort();
  return remove;
}
