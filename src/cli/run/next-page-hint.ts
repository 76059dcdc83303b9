import type { ServiceResponse } from '../../client/raw-client.ts';
import type { Operation } from '../../contract/operation.ts';
import { isPaged } from '../../contract/pages.ts';

/**
 * Says how to get more items, if there are any and no `limit` was set. The cursor is in the response.
 */
export function nextPageHint(
  operation: Operation,
  { limit }: Readonly<Record<string, unknown>>,
  { status, body }: Pick<ServiceResponse, 'status' | 'body'>,
): string | undefined {
  if (status >= 400 || limit !== undefined || !isPaged(operation)) return undefined;
  const { has_more, next_cursor } = Object(body) as Record<string, unknown>;
  if (has_more !== true || typeof next_cursor !== 'string') return undefined;
  return 'there are more: add --all, or a larger --limit';
}
