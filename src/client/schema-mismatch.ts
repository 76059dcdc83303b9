import type { Operation } from '../contract/operation.ts';

/** Describes where a response does not match the operation's output; `undefined` if it matches. */
export function schemaMismatch(operation: Operation, body: unknown): string | undefined {
  const paths = mismatchPaths(operation, body).slice(0, 5);
  if (paths.length === 0) return undefined;
  return `the response to ${operation.name} does not match its schema: ${paths.join(', ')}`;
}

/** Items that are validated together; zod lists every mismatch of every item. */
const itemsAtOnce = 100;

/** The mismatches of the first items that have one. */
function mismatchPaths({ output, list }: Operation, body: unknown): string[] {
  const items: unknown = list === undefined ? undefined : Object(body)[list];
  if (list === undefined || !Array.isArray(items)) return pathsOf(output, body);
  for (let start = 0; start === 0 || start < items.length; start += itemsAtOnce) {
    const part = { ...Object(body), [list]: items.slice(start, start + itemsAtOnce) };
    const paths = pathsOf(output, part, start);
    if (paths.length > 0) return paths;
  }
  return [];
}

/** @param firstItem index of the first item in the list of the whole response */
function pathsOf(output: Operation['output'], body: unknown, firstItem = 0): string[] {
  try {
    const issues = output.safeParse(body).error?.issues ?? [];
    return issues.map(({ path }) => {
      const keys = path.map((key) => (typeof key === 'number' ? key : String(key)));
      if (typeof keys[1] === 'number') keys[1] += firstItem;
      return keys.join('.') || 'the whole response';
    });
  } catch (error) {
    // zod passes its issues as arguments: 100,000 of them overflow the stack.
    if (error instanceof RangeError) return ['too many places to list'];
    throw error;
  }
}
