import type { ServiceResponse } from '../../client/raw-client.ts';
import { fieldsOf } from '../../contract/field.ts';
import type { Operation } from '../../contract/operation.ts';
import { isPaged } from '../../contract/pages.ts';
import { flagOf } from './input-flags.ts';

/**
 * Says how to get the next page, if there is one. Times are included as they were sent: a duration
 * such as `24h` would be another time in the next call, and a cursor is only valid for the same one.
 */
export function nextPageHint(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  { status, body }: Pick<ServiceResponse, 'status' | 'body'>,
): string | undefined {
  if (status >= 400 || !isPaged(operation)) return undefined;
  const { has_more, next_cursor } = Object(body) as Record<string, unknown>;
  if (has_more !== true || typeof next_cursor !== 'string') return undefined;
  const times = fieldsOf(operation)
    .filter(({ name, kind }) => kind === 'timestamp' && typeof input[name] === 'string')
    .map((field) => `${flagOf(operation, field).replace(/ .*/, '')} ${input[field.name]} `);
  return `there are more: add --all for all of them, or ${times.join('')}--cursor ${next_cursor} for the next page`;
}
