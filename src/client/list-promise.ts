import { InvalidResponseError, withAttempts } from './errors.ts';
import { LoopDetector } from './loop-detector.ts';
import { addMethods, type ResponsePromise } from './response-promise.ts';

/**
 * The promise of one page of a list. Iterating it reads all pages, one at a time; `limit` is then the
 * size of a page:
 *
 * ```ts
 * for await (const alert of client.alerts.list({ since })) console.log(alert.monitor_title);
 * ```
 */
export interface ListPromise<Page, Item> extends ResponsePromise<Page>, AsyncIterable<Item> {}

/**
 * @param list the field of a page with its items
 * @param readPage reads the page of a cursor
 */
export function listPromise<Page extends object, Item>(
  first: ResponsePromise<Page>,
  list: string,
  readPage: (cursor: string) => ResponsePromise<Page>,
): ListPromise<Page, Item> {
  return addMethods(first, {
    [Symbol.asyncIterator]: () => items<Page, Item>(first, list, readPage),
  });
}

async function* items<Page extends object, Item>(
  first: ResponsePromise<Page>,
  list: string,
  readPage: (cursor: string) => ResponsePromise<Page>,
): AsyncGenerator<Item, void, undefined> {
  const loops = new LoopDetector();
  for (let page = first; ; ) {
    const { data, status, requestId, attempts } = await page.withResponse();
    const { [list]: found, next_cursor } = data as { [list]?: unknown; next_cursor?: unknown };
    const invalid = (problem: string) => {
      const message = `the service returned ${problem}`;
      return withAttempts(new InvalidResponseError(status, message, { requestId }), attempts);
    };
    if (!Array.isArray(found)) throw invalid(`no list ${list}`);
    yield* found as Item[];
    if (typeof next_cursor !== 'string') return;
    if (loops.hasSeen(next_cursor)) throw invalid('the same next_cursor twice');
    page = readPage(next_cursor);
  }
}
