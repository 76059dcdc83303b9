import type { Operations } from '../../../contract/operations.ts';
import { defaultLimit } from '../../../contract/shared-fields.ts';
import { toTimestamp } from '../../timestamp.ts';
import type { Context, Handlers } from '../context.ts';
import { readRowCursor, toRowPage } from '../cursor.ts';
import { toPeriod } from '../period.ts';
import { getVisibleMonitor } from './monitor-access.ts';
import { runResultResponse } from './run-response.ts';

export function alertHandlers(context: Context): Handlers<Operations['alerts']> {
  const { store } = context;
  return {
    async list({ limit = defaultLimit, cursor, since, until, monitor_id }, principal) {
      const { id: accountId } = principal.account;
      const scope = {
        operation: 'alerts.list',
        accountId,
        parameters: { since, until, monitor_id },
      };
      const viewer = await store.accounts.viewer(accountId);
      const found = await store.alerts.list(viewer, {
        limit: limit + 1,
        order: since === undefined ? 'newest_first' : 'oldest_first',
        ...toPeriod({ since, until }),
        monitor_id,
        after: readRowCursor(cursor, scope),
      });
      if (monitor_id !== undefined && found.length === 0) {
        // A deleted monitor is known by its alerts.
        const [any] = await store.alerts.list(viewer, { limit: 1, monitor_id });
        if (!any) await getVisibleMonitor(context, monitor_id, principal);
      }
      const { items, ...page } = toRowPage(found, limit, scope, ({ created_at }) => created_at);
      return {
        alerts: items.map(({ id, monitor_id, monitor_title, run_id, created_at, results }) => ({
          id,
          monitor_id,
          monitor_title,
          run_id,
          created_at: toTimestamp(created_at),
          results: results.map(runResultResponse),
        })),
        ...page,
        ...(await retainedSince(context, since)),
      };
    },
  };
}

/** Says if alerts since this time have been deleted because of their age. */
async function retainedSince(
  { store, clock, retention }: Pick<Context, 'store' | 'clock' | 'retention'>,
  since: string | undefined,
): Promise<{ retained_since?: string }> {
  if (since === undefined || Date.parse(since) >= clock.now() - retention.alerts) return {};
  const until = await store.retention.alertsDeletedUntil();
  return until === undefined || Date.parse(since) >= until
    ? {}
    : { retained_since: toTimestamp(until) };
}
