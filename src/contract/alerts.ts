import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cursorField, pageFields } from './pages.ts';
import { runResultSchema } from './run.ts';
import { namedSchema } from './schema-name.ts';
import { limitField, timestampField } from './shared-fields.ts';

/** The recorded results of a qualifying monitor run. */
const alertSchema = namedSchema('Alert', () =>
  z.looseObject({
    id: z.string(),
    monitor_id: z.string(),
    monitor_title: z.string(),
    run_id: z.string(),
    created_at: timestampField(),
    results: z.array(runResultSchema()),
  }),
);
export type Alert = z.infer<ReturnType<typeof alertSchema>>;

export const alerts = {
  list: operation({
    name: 'alerts.list',
    summary: 'List alerts, including missed ones: newest first, or oldest first with since',
    method: 'GET',
    path: '/api/v1/alerts',
    effect: 'read',
    examples: ['alerts list --since 24h', 'alerts list --since 2026-11-20T00:00:00Z --limit 50'],
    input: () =>
      z.strictObject({
        limit: limitField(),
        since: z.optional(
          timestampField().check(z.describe('only alerts created at or after this RFC 3339 time')),
        ),
        // A newswatch extension, needed to page through a list that exceeds `limit`.
        until: z.optional(
          timestampField().check(z.describe('only alerts created at or before this RFC 3339 time')),
        ),
        cursor: cursorField(),
      }),
    list: 'alerts',
    notice: ({ retained_since }) =>
      retained_since &&
      `alerts from before ${retained_since} are deleted: the list does not go back to the requested time`,
    output: () =>
      z.looseObject({
        alerts: z.array(alertSchema()),
        /** If alerts since the requested time have been deleted: the time from which on all are kept. */
        retained_since: z.optional(timestampField()),
        ...pageFields(),
      }),
  }),
};
