import type { RequestListener } from 'node:http';

export interface LazyListener {
  listener: RequestListener;
  /** Resolves when nothing is being loaded any more. */
  settled(): Promise<void>;
}

/**
 * A listener that is loaded as soon as everything else has been done, or for the first request where
 * that comes before: what it takes to answer is no part of what it takes to be ready.
 *
 * @param onError told when it cannot be loaded; who sent a request gets no answer then
 */
export function lazyListener(
  load: () => Promise<RequestListener>,
  onError: (error: unknown) => void,
): LazyListener {
  let loaded: RequestListener | undefined;
  let loading: Promise<RequestListener | undefined> | undefined;
  const loadOnce = () => {
    loading ??= load().catch((error: unknown) => {
      onError(error);
      return undefined;
    });
    return loading;
  };
  const soon = setImmediate(async () => {
    loaded = await loadOnce();
  });
  return {
    async listener(incoming, outgoing) {
      const listener = loaded ?? (await loadOnce());
      if (listener) listener(incoming, outgoing);
      else outgoing.destroy();
    },
    async settled() {
      clearImmediate(soon);
      await loading;
    },
  };
}
