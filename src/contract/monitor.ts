import * as z from 'zod/mini';
import { alertFilterOutput } from './alert-filters.ts';
import { extendNoun, noun } from './noun.ts';
import { once } from './once.ts';
import {
  choice,
  integerOrNull,
  list,
  text,
  textOrNull,
  time,
  timeOrNull,
} from './output-fields.ts';

export type { Monitor } from '../generated/data.ts';

export const monitorSchema = once(() =>
  noun(
    {
      name: 'Monitor',
      section: '2.2',
      description: 'a prompt that is matched against the news, on a schedule or on demand',
    },
    {
      id: text('id of the monitor'),
      title: text('title of the monitor and its alerts'),
      prompt: text('what the monitor watches for'),
      status: choice(
        ['active', 'paused'],
        'active: it runs on its schedule; paused: it runs only on demand',
      ),
      owner_id: text('id of the account that created the monitor'),
      team_id: textOrNull('id of the team that the monitor is shared with; null: not shared'),
      every_minutes: integerOrNull('minutes between runs, 5 to 43200; null: on demand only'),
      execution: choice(
        ['standard', 'agentic'],
        'standard: news is compared with the prompt; agentic: a program of the operator chooses',
      ),
      sources: list(z.string(), 'URLs of the feeds that the prompt names'),
      ...alertFilterOutput(),
      created_at: time('when the monitor was created'),
      last_run_at: timeOrNull('when its last run started; null: it has not run'),
      next_run_at: timeOrNull('when its next scheduled run is due; null: none is scheduled'),
    },
  ),
);

export const understoodMonitorSchema = once(() =>
  extendNoun(
    monitorSchema(),
    {
      name: 'UnderstoodMonitor',
      section: '4.3',
      description: 'a monitor, and how its prompt was understood',
    },
    {
      understood: text('what the monitor looks for, in English'),
      prompt_warnings: list(
        z.string(),
        'the parts of the prompt that are ignored, may be misspelled or match most news',
      ),
    },
  ),
);
