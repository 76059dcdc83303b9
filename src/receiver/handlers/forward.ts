import type { Handler } from '../handler.ts';
import { post } from '../post.ts';

/**
 * Posts each event to a URL, with its original body and headers. Any status code other than 2xx is
 * a failure. On a retry, the signed timestamp may be too old for the next receiver.
 *
 * @param concurrency maximum number of events handled at a time
 */
export function forwardHandler(url: URL, concurrency = 4): Handler {
  return {
    concurrency,
    handle: async ({ headers, body }, { signal }) => {
      const { status, text } = await post(url, { headers, body, signal });
      if (status < 200 || status > 299) {
        throw new Error(`${url.origin} responded with ${status}: ${text}`);
      }
    },
  };
}
