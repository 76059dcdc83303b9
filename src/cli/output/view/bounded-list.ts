import { Failure } from '../../errors/failure.ts';
import { elementsUnder, replaceMembers } from '../json-parts.ts';

type Render = (json: string) => Promise<string>;

interface Bounded {
  text: string;
  /** Items that were left out. */
  omitted: number;
  /** Items that are in the text. */
  kept: number;
}

/**
 * Renders as many items of a list as fit, from its start. If some are left out, the document says how
 * many in `omitted`, and has no cursor: the one that was sent continues after the items left out.
 *
 * @param list the member that is an array of items; `undefined` if the document is not a list
 * @param maxBytes of the rendered text
 * @throws {Failure} `too_large` if not even one item fits
 */
export async function renderBounded(
  json: string,
  { list, maxBytes, render }: { list: string | undefined; maxBytes: number; render: Render },
): Promise<Bounded> {
  const text = await render(json);
  const items = list === undefined ? [] : elementsUnder(json, list);
  if (Buffer.byteLength(text) <= maxBytes) return { text, omitted: 0, kept: items.length };
  let best: Bounded | undefined;
  let needed = Buffer.byteLength(text);
  for (let low = 1, high = items.length - 1; low <= high; ) {
    const kept = (low + high) >> 1;
    const omitted = items.length - kept;
    const start = await render(withItems(json, list ?? '', items.slice(0, kept), omitted));
    if (Buffer.byteLength(start) <= maxBytes) {
      best = { text: start, omitted, kept };
      low = kept + 1;
    } else {
      needed = Buffer.byteLength(start);
      high = kept - 1;
    }
  }
  if (best) return best;
  const what = items.length > 1 ? 'even one item of the list' : 'the response';
  throw new Failure(
    'too_large',
    `${what} is larger than --max-bytes ${maxBytes}: it needs ${needed}`,
  );
}

function withItems(json: string, list: string, items: readonly string[], omitted: number): string {
  const members = new Map([
    [list, `[${items.join(',')}]`],
    ['has_more', 'true'],
    ['next_cursor', 'null'],
  ]);
  return replaceMembers(json, members).replace(/\s*}\s*$/, `,"omitted":${omitted}}`);
}
