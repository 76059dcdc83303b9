/** Milliseconds; `setTimeout()` fires at once if it is exceeded. */
const maxTimer = 2 ** 31 - 1;

/** Resolves to true after the given time, or to false as soon as a signal is aborted. */
export function pause(
  milliseconds: number,
  ...signals: readonly (AbortSignal | undefined)[]
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isOver: boolean) => {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener('abort', stop);
      resolve(isOver);
    };
    const stop = () => end(false);
    const timer = setTimeout(() => end(true), Math.min(milliseconds, maxTimer));
    for (const signal of signals) signal?.addEventListener('abort', stop);
    if (signals.some((signal) => signal?.aborted)) stop();
  });
}
