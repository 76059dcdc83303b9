interface PagerProps {
  /** A description of the list, for screen readers. */
  label: string;
  /** The address of the first page, unless this is it. */
  first?: string | undefined;
  /** The address of the next page, if there is one. */
  next?: string | undefined;
}

/** Links to the other pages of a long list. */
export function Pager({ label, first, next }: PagerProps) {
  if (!first && !next) return null;
  return (
    <nav class="pager" aria-label={label}>
      <ul>
        {first && (
          <li>
            <a href={first}>First page</a>
          </li>
        )}
        {next && (
          <li>
            <a href={next}>Next page</a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** The addresses of the pages of a list that the API divides. */
export function cursorPages(
  path: string,
  {
    cursor,
    next_cursor,
  }: {
    /** The cursor of this page. */
    cursor?: string | undefined;
    next_cursor?: string | null | undefined;
  },
): Omit<PagerProps, 'label'> {
  return {
    first: cursor === undefined ? undefined : path,
    next: next_cursor ? address(path, { cursor: next_cursor }) : undefined,
  };
}

/** Items on one page of a list that the API does not divide. */
export const pageSize = 20;

/**
 * Where a page of a list begins, and the addresses of the others.
 *
 * @param count of the items of the list
 * @param query the numbers of the pages of all lists on this page of the website, by their query
 *   parameters; anything but a page of the list is the first one. Those of other lists are kept.
 * @param name the query parameter of this list
 */
export function numberedPages<Name extends string>(
  count: number,
  path: string,
  query: Readonly<Record<Name, string | undefined>>,
  name: Name,
): { offset: number } & Omit<PagerProps, 'label'> {
  const number = query[name] ?? '';
  const asked = /^[1-9]\d{0,5}$/.test(number) ? Number(number) - 1 : 0;
  const index = asked * pageSize < count ? asked : 0;
  const isLast = (index + 1) * pageSize >= count;
  return {
    offset: index * pageSize,
    first: index === 0 ? undefined : address(path, { ...query, [name]: undefined }),
    next: isLast ? undefined : address(path, { ...query, [name]: String(index + 2) }),
  };
}

function address(path: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
