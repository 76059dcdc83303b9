import type { RequestListener } from 'node:http';
import { clearImmediate, setImmediate } from 'node:timers';

export interface LazyListener {
  listener: RequestListener;
  /** Cancels the scheduled load, and resolves when no load is in progress. */
  settled(): Promise<void>;
}

/**
 * A request listener that is loaded in the next turn of the event loop, or earlier for a request,
 * so that loading it does not delay the start of the server.
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
  const scheduled = setImmediate(() => void loadOnce());
  return {
    async listener(request, response) {
      const listener = await loadOnce();
      if (listener) listener(request, response);
      else response.destroy();
    },
    async settled() {
      clearImmediate(scheduled);
      await loading;
    },
  };
}
