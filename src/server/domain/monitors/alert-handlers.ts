import type { Operations } from '../../../contract/operations.ts';
import { defaultLimit } from '../../../contract/shared-fields.ts';
import { toTimestamp } from '../../timestamp.ts';
import { type Context, type Handlers, ownersOf } from '../context.ts';
import { runResultResponse } from './run-response.ts';

export function alertHandlers(context: Context): Handlers<Operations['alerts']> {
  return {
    async list({ limit = defaultLimit, since, until }, principal) {
      const alerts = await context.store.runs.alerts(await ownersOf(context, principal), {
        limit,
        ...(since === undefined ? {} : { since: Date.parse(since) }),
        ...(until === undefined ? {} : { until: Date.parse(until) }),
      });
      return {
        alerts: alerts.map(({ id, monitor_id, monitor_title, run_id, created_at, results }) => ({
          id,
          monitor_id,
          monitor_title,
          run_id,
          created_at: toTimestamp(created_at),
          results: results.map(runResultResponse),
        })),
      };
    },
  };
}
