import type { ResponsePromise } from './response-promise.ts';

/**
 * The promise of one page of a list. Iterating it reads all pages, one at a time; `limit` is then the
 * size of a page:
 *
 * ```ts
 * for await (const alert of client.alerts.list({ since })) console.log(alert.monitor_title);
 * ```
 */
export interface ListPromise<Page, Item> extends ResponsePromise<Page>, AsyncIterable<Item> {}
