import type { Handler } from '../handler.ts';
import { post } from '../post.ts';

/**
 * Posts each event to an address with its original bytes and headers. Any answer but 2xx is a
 * failure. After a retry the timestamp may be older than what the next receiver tolerates.
 */
export function forwardHandler(url: URL, concurrency = 4): Handler {
  return {
    concurrency,
    handle: async ({ headers, body }, { signal }) => {
      const { status, text } = await post(url, { headers, body, signal });
      if (status < 200 || status > 299)
        throw new Error(`${url.origin} answered ${status}: ${text}`);
    },
  };
}
