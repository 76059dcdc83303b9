import * as z from 'zod/mini';
import { newsItemSchema } from './news.ts';
import { noun } from './noun.ts';
import { once } from './once.ts';
import { operation } from './operation.ts';
import { integer, list, text, time } from './output-fields.ts';
import { cursorField, pageFields } from './pages.ts';
import { runResultSchema } from './run.ts';
import { limitField } from './shared-fields.ts';

export type { Briefing } from '../generated/data.ts';

const periodSchema = () =>
  noun(
    { name: 'BriefingPeriod', section: '2.7', description: 'the time that a briefing covers' },
    { from: time('start of the period'), to: time('end of the period, which is not included') },
  );

const briefingMonitorSchema = () =>
  noun(
    {
      name: 'BriefingMonitor',
      section: '2.7',
      description: 'a monitor with alerts in the period of a briefing',
    },
    {
      monitor_id: text('id of the monitor'),
      monitor_title: text('title of the monitor'),
      alerts: integer('number of its alerts in the period'),
      result_count: integer('number of results of these alerts'),
      results: list(
        runResultSchema(),
        'at most 5 of these results: those of the newest alert first, the best of an alert first',
      ),
    },
  );

/** Fields after `created_at` are extensions: other deployments of the service may not return them. */
const briefingSchema = once(() =>
  noun(
    {
      name: 'Briefing',
      section: '2.7',
      description: 'a summary of the alerts of a day or a week, and of other news that matches',
    },
    {
      id: text('id of the briefing'),
      title: text('title of the briefing'),
      summary: text('plain text that can be read without the other fields'),
      created_at: time('when the briefing was made'),
      period: z.optional(periodSchema()),
      monitors: z.optional(
        list(briefingMonitorSchema(), 'the monitors with alerts in the period, at most 50'),
      ),
      news: z.optional(
        list(
          newsItemSchema(),
          'other news of the period that matches the monitors, newest first, at most 10 items',
        ),
      ),
    },
  ),
);

export const briefings = {
  list: operation({
    name: 'briefings.list',
    title: 'List briefings',
    summary: 'List your briefings, newest first; works without a paid plan',
    section: '2.7',
    method: 'GET',
    path: '/api/v1/briefings',
    effect: 'read',
    access: 'free',
    examples: ['briefings list', 'briefings list --limit 1'],
    input: () => z.strictObject({ limit: limitField(), cursor: cursorField() }),
    list: 'briefings',
    output: () =>
      z.looseObject({ briefings: list(briefingSchema(), 'newest first'), ...pageFields() }),
  }),
};
