import { elementsOf, elementsUnder, membersOf } from '../json-parts.ts';
import type { Source } from './view.ts';

/** The member of a document that is its list; `undefined` if it has none. */
export function listOf(json: string, { list, infersList }: Source): string | undefined {
  if (list !== undefined || !infersList) return list;
  const arrays = [...membersOf(json)].filter(([, value]) => value.startsWith('['));
  const [only, another] = arrays;
  if (only === undefined || another !== undefined) return undefined;
  return elementsOf(only[1]).every((each) => each.startsWith('{')) ? only[0] : undefined;
}

/** The items of a document, as sent; a document without a list is one item. */
export function itemsOf(json: string, source: Source): string[] {
  const list = listOf(json, source);
  return list === undefined ? [json] : elementsUnder(json, list);
}

/** The members of an item. One that is not an object is a member named `value`. */
export function membersOfItem(item: string): ReadonlyMap<string, string> {
  return item.startsWith('{') ? membersOf(item) : new Map([['value', item]]);
}
