import type { Operations } from '../../../contract/operations.ts';
import { defaultLimit } from '../../../contract/shared-fields.ts';
import { toTimestamp } from '../../timestamp.ts';
import type { Context, Handlers } from '../context.ts';
import { runResultResponse } from './run-response.ts';

export function alertHandlers({ store }: Context): Handlers<Operations['alerts']> {
  return {
    async list({ limit = defaultLimit, since, until }, { account }) {
      const alerts = await store.runs.alerts(await store.accounts.viewer(account.id), {
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
