import type { Operation } from '../../contract/operation.ts';
import { isPaged } from '../../contract/pages.ts';
import { maxLimit } from '../../contract/shared-fields.ts';

/** Maximum of `--limit`; `--all` has none. */
export const maxTotal = 1_000_000;

/** The value of `--limit` if it takes several requests. */
export function totalOver(operation: Operation, text: string | undefined): number | undefined {
  const total = isPaged(operation) && /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
  return total > maxLimit && total <= maxTotal ? total : undefined;
}
