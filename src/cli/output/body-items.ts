/** The items of a list in a parsed response; empty if it has no such array. */
export function bodyItems(body: unknown, list = ''): unknown[] {
  const { [list]: items } = Object(body) as Record<string, unknown>;
  return Array.isArray(items) ? items : [];
}
