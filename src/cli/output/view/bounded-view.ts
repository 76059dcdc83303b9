import { counted } from '../../../contract/counted.ts';
import { membersOf } from '../json-parts.ts';
import { escapeControls } from '../json-text.ts';
import { renderBounded } from './bounded-list.ts';
import { parseByteCount } from './byte-count.ts';
import { listOf } from './document-items.ts';
import type { Source, Target, View } from './view.ts';

/**
 * Leaves out items at the end of a list, so that the text of another view fits into `--max-bytes`.
 *
 * @param open creates that view; called for each attempt, because a view may print a heading only once
 */
export async function boundedView(
  open: (target: Target) => Promise<View>,
  size: string,
  { source, target }: { source: Source; target: Target },
): Promise<View> {
  const maxBytes = parseByteCount('--max-bytes', size);
  const warnings = new Set<string>();
  const openQuietly = () => open({ ...target, warn: (message) => warnings.add(message) });
  // Reports invalid flags before a request is sent.
  const { isSafe } = await openQuietly();
  let notice: string | undefined;
  return {
    streams: false,
    isSafe,
    get notice() {
      return notice;
    },
    async render(json, place) {
      const render = async (part: string) => {
        const text = await (await openQuietly()).render(part, place);
        // As it is printed: an escape is longer than its character.
        return isSafe ? text : escapeControls(text);
      };
      const list = listOf(json, source);
      const { text, kept, omitted } = await renderBounded(json, { list, maxBytes, render });
      for (const warning of warnings) target.warn(warning);
      if (omitted > 0) {
        const isPage = membersOf(json).has('next_cursor');
        const others = isPage ? `use a limit of ${kept} and the next_cursor of that page, or ` : '';
        notice = `--max-bytes left out the last ${omitted} of ${counted(kept + omitted, 'item')}: ${others}choose fields with --fields or --jq`;
      }
      return text;
    },
  };
}
