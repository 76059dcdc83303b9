import { elementsOf, membersOf } from '../json-parts.ts';

/**
 * The value at a path of members and indexes, such as `links.0.url`, as sent; `undefined` if there is
 * none. A member whose name is the whole path comes first.
 *
 * @param members of the object in which the path starts
 */
export function valueAt(members: ReadonlyMap<string, string>, path: string): string | undefined {
  const named = members.get(path);
  if (named !== undefined || !path.includes('.')) return named;
  const [first = '', ...rest] = path.split('.');
  return rest.reduce<string | undefined>(valueIn, members.get(first));
}

function valueIn(json: string | undefined, name: string): string | undefined {
  if (json === undefined) return undefined;
  return /^\d+$/.test(name) && json.startsWith('[')
    ? elementsOf(json)[Number(name)]
    : membersOf(json).get(name);
}
