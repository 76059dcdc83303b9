import * as z from 'zod/mini';
import { noun } from './noun.ts';
import { once } from './once.ts';
import { operation } from './operation.ts';
import { list, text, time } from './output-fields.ts';
import { cursorField, pageFields } from './pages.ts';
import { runResultSchema } from './run.ts';
import { idField, limitField, rejectReversed, timeRangeFields } from './shared-fields.ts';

export type { Alert } from '../generated/data.ts';

const alertSchema = once(() =>
  noun(
    {
      name: 'Alert',
      section: '2.4',
      description: 'the recorded results of a qualifying monitor run',
    },
    {
      id: text('id of the alert'),
      monitor_id: text('id of the monitor, which may have been deleted'),
      monitor_title: text('title of the monitor when the alert was recorded'),
      run_id: text('id of the run that found the results'),
      created_at: time('when the alert was recorded; strictly increases from alert to alert'),
      results: list(runResultSchema(), 'what the run found, at most 10 results'),
    },
  ),
);

export const alerts = {
  list: operation({
    name: 'alerts.list',
    title: 'List alerts',
    summary: 'List alerts, including missed ones: newest first, or oldest first with since',
    section: '8.6',
    method: 'GET',
    path: '/api/v1/alerts',
    effect: 'read',
    examples: [
      'alerts list --since 24h',
      'alerts list --since 2026-11-20 --monitor mon_example --limit 500',
    ],
    input: () =>
      z
        .strictObject({
          limit: limitField(),
          // `until`, `monitor_id` and `cursor` are newswatch extensions.
          ...timeRangeFields('alerts created'),
          monitor_id: z.optional(
            idField('only alerts of this monitor, which may have been deleted'),
          ),
          cursor: cursorField(),
        })
        .check(rejectReversed()),
    flags: { monitor_id: '--monitor <id>' },
    list: 'alerts',
    timeField: 'created_at',
    notice: ({ retained_since }) =>
      retained_since &&
      `alerts from before ${retained_since} are deleted: the list does not go back to the requested time`,
    output: () =>
      z.looseObject({
        alerts: list(alertSchema(), 'newest first, or oldest first with since'),
        retained_since: z.optional(
          time(
            'the time from which on all alerts are kept; absent unless alerts since the requested time have been deleted because of their age',
          ),
        ),
        ...pageFields(),
      }),
  }),
};
