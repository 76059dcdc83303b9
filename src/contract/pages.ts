import * as z from 'zod/mini';
import type { Operation } from './operation.ts';
import { textOrNull } from './output-fields.ts';

/**
 * The fields of lists that are returned in pages (docs/service.md §4.4). An operation whose input
 * has `cursor` is paged: its output has `list` and the {@link pageFields}.
 */

/** In characters. The longest cursor holds the id of a news item. */
const maxCursorLength = 2000;

export const cursorField = () =>
  z.optional(
    z
      .string('must be text')
      .check(
        z.minLength(1, 'must not be empty'),
        z.maxLength(maxCursorLength, 'is not a next_cursor: it is too long'),
        z.describe(
          'next_cursor of the previous page; repeat its parameters, only limit may differ',
        ),
      ),
  );

/** Optional, because they are extensions: other deployments of the service may not return them. */
export const pageFields = () => ({
  has_more: z.optional(
    z.boolean().register(z.globalRegistry, { description: 'whether there is another page' }),
  ),
  next_cursor: z.optional(textOrNull('the cursor of the next page; null: this is the last one')),
});

/** Whether the operation returns its list in pages. */
export function isPaged(operation: Operation): boolean {
  return 'cursor' in operation.input.def.shape;
}
