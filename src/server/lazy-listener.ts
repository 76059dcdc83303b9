import type { RequestListener } from 'node:http';

export interface LazyListener {
  listener: RequestListener;
  /** Resolves when nothing is being loaded, and prevents a later load without a request. */
  settled(): Promise<void>;
}

/**
 * A request listener that is loaded after the server is ready: in the next turn of the event loop, or
 * for the first request.
 *
 * @param onError called if it cannot be loaded; requests then end without a response
 */
export function lazyListener(
  load: () => Promise<RequestListener>,
  onError: (error: unknown) => void,
): LazyListener {
  let loading: Promise<RequestListener | undefined> | undefined;
  const loadOnce = () => {
    loading ??= load().catch((error: unknown) => {
      onError(error);
      return undefined;
    });
    return loading;
  };
  const soon = setImmediate(() => void loadOnce());
  return {
    async listener(incoming, outgoing) {
      const listener = await loadOnce();
      if (listener) listener(incoming, outgoing);
      else outgoing.destroy();
    },
    async settled() {
      clearImmediate(soon);
      await loading;
    },
  };
}
