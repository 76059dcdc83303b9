import { checkOptions } from '../../contract/check-options.ts';
import { flag } from '../../contract/option-types.ts';
import { typeName } from '../../contract/type-name.ts';
import type { NewsInput } from '../../generated/fixture.ts';
import type { AddItemsOptions } from '../server-options.ts';
import { checkedNews } from './checked-news.ts';

/** Checks the arguments of `server.addNews()`. */
export function itemsToAdd(
  items: readonly NewsInput[],
  options: AddItemsOptions,
  now: number,
): readonly NewsInput[] {
  checkOptions<AddItemsOptions>('addNews()', options, { skipInvalid: flag });
  if (!Array.isArray(items)) {
    throw new TypeError(
      `addNews() needs an array of news items, such as [{ title: 'Chip exports resume' }] (got ${typeName(items)})`,
    );
  }
  return options.skipInvalid ? items : checkedNews(items, now);
}
