import * as z from 'zod/mini';
import { alertFilterFields, alertFilterFlags } from './alert-filters.ts';
import { createdMonitorNotice, createdMonitorSchema } from './created-monitor.ts';
import { monitorSchema, understoodMonitorSchema } from './monitor.ts';
import { operation } from './operation.ts';
import { list, text } from './output-fields.ts';
import { cursorField, pageFields } from './pages.ts';
import { runErrorNotes, runSchema } from './run.ts';
import {
  idField,
  limitField,
  maxTextLength,
  minutesField,
  optionalBooleanField,
  textField,
} from './shared-fields.ts';

const minMinutes = 5;
const maxMinutes = 43_200;
const maxTitleLength = 200;

export const monitors = {
  list: operation({
    name: 'monitors.list',
    title: 'List monitors',
    summary: 'List your monitors and those of your teams, oldest first',
    section: '2.2',
    method: 'GET',
    path: '/api/v1/monitors',
    effect: 'read',
    examples: ['monitors list'],
    input: () => z.strictObject({}),
    list: 'monitors',
    output: () => z.looseObject({ monitors: list(monitorSchema(), 'oldest first') }),
  }),

  create: operation({
    name: 'monitors.create',
    title: 'Create a monitor',
    summary: 'Create a monitor; the response includes a preview of its first results',
    section: '4.3',
    method: 'POST',
    path: '/api/v1/monitors',
    effect: 'create',
    openWorld: true,
    flags: {
      prompt: '--prompt <sentence>',
      every_minutes: '--every <duration>',
      team_id: '--team <id>',
      ...alertFilterFlags,
    },
    examples: [
      'monitors create --prompt "Tell me when a central bank changes its interest rate"',
      'monitors create --prompt "cocoa quotas" --every 30m',
    ],
    input: () =>
      z.strictObject({
        prompt: textField(
          maxTextLength,
          'what to watch for, in a sentence; feed URLs in it are watched too',
        ),
        title: z.optional(
          textField(
            maxTitleLength,
            'title of the monitor and its alerts (default: from the prompt)',
          ),
        ),
        every_minutes: z.optional(
          z.nullable(
            minutesField('minutes between runs', { min: minMinutes, max: maxMinutes, default: 60 }),
          ),
        ),
        on_demand: optionalBooleanField('no schedule: run only on demand'),
        execution: z.optional(
          z
            .enum(['standard', 'agentic'])
            .check(
              z.describe(
                'standard compares news with the prompt; agentic lets a program of the operator choose',
              ),
            ),
        ),
        team_id: z.optional(idField('share the monitor with this team, of which you are a member')),
        ...alertFilterFields(),
      }),
    notice: createdMonitorNotice,
    output: createdMonitorSchema,
  }),

  get: operation({
    name: 'monitors.get',
    title: 'Show a monitor',
    summary: 'Show a monitor and its alert filters',
    section: '2.2',
    method: 'GET',
    path: '/api/v1/monitors/{id}',
    effect: 'read',
    documented: false,
    args: ['id'],
    toolFields: { id: 'monitor_id' },
    examples: ['monitors get mon_example'],
    input: () => z.strictObject({ id: idField('id of the monitor') }),
    output: understoodMonitorSchema,
  }),

  edit: operation({
    name: 'monitors.edit',
    title: 'Edit a monitor',
    summary: 'Change the title, the interval or the alert filters of a monitor',
    section: '2.8',
    method: 'POST',
    path: '/api/v1/monitors/{id}',
    effect: 'change',
    errors: ['forbidden'],
    documented: false,
    args: ['id'],
    toolFields: { id: 'monitor_id' },
    flags: { every_minutes: '--every <duration>', ...alertFilterFlags },
    examples: [
      'monitors edit mon_example --every 30m --quiet-hours 22:00-07:00',
      'monitors edit mon_example --exclude-sources example.com --exclude-words "live blog,podcast"',
    ],
    input: () =>
      z.strictObject({
        id: idField('id of the monitor'),
        title: z.optional(textField(maxTitleLength, 'title of the monitor and its alerts')),
        every_minutes: z.optional(
          z.nullable(
            minutesField(
              'minutes between runs',
              { min: minMinutes, max: maxMinutes },
              { canBeNone: true },
            ),
          ),
        ),
        ...alertFilterFields(),
      }),
    output: monitorSchema,
  }),

  run: operation({
    name: 'monitors.run',
    title: 'Run a monitor',
    summary: 'Run a monitor now; new results are recorded as an alert',
    section: '3.1',
    method: 'POST',
    path: '/api/v1/monitors/{id}/run',
    effect: 'create',
    errors: ['conflict'],
    openWorld: true,
    args: ['id'],
    toolFields: { id: 'monitor_id' },
    examples: ['monitors run mon_example'],
    input: () => z.strictObject({ id: idField('id of the monitor') }),
    notice: (run) => runErrorNotes('the run', run).join('; ') || undefined,
    output: runSchema,
  }),

  runs: operation({
    name: 'monitors.runs',
    title: 'List runs of a monitor',
    summary: 'List the runs of a monitor and first delivery attempts, newest first',
    section: '2.3',
    method: 'GET',
    path: '/api/v1/monitors/{id}/runs',
    effect: 'read',
    documented: false,
    args: ['id'],
    toolFields: { id: 'monitor_id' },
    examples: ['monitors runs mon_example --limit 5'],
    input: () =>
      z.strictObject({
        id: idField('id of the monitor'),
        limit: limitField(),
        cursor: cursorField(),
      }),
    list: 'runs',
    output: () => z.looseObject({ runs: list(runSchema(), 'newest first'), ...pageFields() }),
  }),

  pause: operation({
    name: 'monitors.pause',
    title: 'Pause a monitor',
    summary: 'Stop the scheduled runs of a monitor until it is resumed',
    section: '3.1',
    method: 'POST',
    path: '/api/v1/monitors/{id}/pause',
    effect: 'change',
    errors: ['forbidden'],
    access: 'free',
    documented: false,
    args: ['id'],
    toolFields: { id: 'monitor_id' },
    examples: ['monitors pause mon_example'],
    input: () => z.strictObject({ id: idField('id of the monitor') }),
    output: monitorSchema,
  }),

  resume: operation({
    name: 'monitors.resume',
    title: 'Resume a monitor',
    summary: 'Resume a paused monitor',
    section: '3.1',
    method: 'POST',
    path: '/api/v1/monitors/{id}/resume',
    effect: 'change',
    errors: ['forbidden'],
    documented: false,
    args: ['id'],
    toolFields: { id: 'monitor_id' },
    examples: ['monitors resume mon_example'],
    input: () => z.strictObject({ id: idField('id of the monitor') }),
    output: monitorSchema,
  }),

  pause_all: operation({
    name: 'monitors.pause_all',
    title: 'Pause all monitors',
    summary: 'Pause every monitor that you own',
    section: '2.2',
    method: 'POST',
    path: '/api/v1/monitors/pause-all',
    effect: 'change',
    access: 'free',
    destructive: true,
    confirmation: { verb: 'Pause', noun: 'all monitors that you own' },
    documented: false,
    examples: ['monitors pause-all --yes'],
    input: () => z.strictObject({}),
    list: 'monitors',
    output: () =>
      z.looseObject({ monitors: list(monitorSchema(), 'all monitors that you own, paused now') }),
  }),

  delete: operation({
    name: 'monitors.delete',
    title: 'Delete a monitor',
    summary: 'Delete a monitor and stop its queued deliveries; its alerts stay listed',
    section: '3.1',
    method: 'DELETE',
    path: '/api/v1/monitors/{id}',
    effect: 'delete',
    confirmation: {
      verb: 'Delete',
      noun: 'monitor',
      names: { operation: 'monitors.list', input: {}, list: 'monitors', field: 'title' },
      loss: 'Queued deliveries stop; alerts stay listed.',
    },
    errors: ['forbidden'],
    access: 'free',
    documented: false,
    args: ['id'],
    toolFields: { id: 'monitor_id' },
    examples: ['monitors delete mon_example --yes', 'monitors delete - --yes < ids.txt'],
    input: () => z.strictObject({ id: idField('id of the monitor') }),
    output: () => z.looseObject({ deleted: text('id of the deleted monitor') }),
  }),
};
