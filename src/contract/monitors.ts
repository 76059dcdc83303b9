import * as z from 'zod/mini';
import { id, timestamp, words } from './fields.ts';
import { operation } from './operation.ts';

/** A standing watch, described by its prompt. */
export const Monitor = z.looseObject({
  id: z.string(),
  title: z.string(),
  prompt: z.string(),
  status: z.enum(['active', 'paused']),
  owner: z.looseObject({ type: z.enum(['user', 'team']), id: z.string() }),
  /** `null`: on demand only. */
  every_minutes: z.nullable(z.int()),
  execution: z.enum(['standard', 'agentic']),
  /** Addresses of the monitor's own feeds. */
  sources: z.array(z.string()),
  created_at: timestamp,
  last_run_at: z.nullable(timestamp),
  next_run_at: z.nullable(timestamp),
});
export type Monitor = z.infer<typeof Monitor>;

/** One relevant finding of a run. */
export const RunResult = z.looseObject({
  title: z.string(),
  summary: z.string(),
  links: z.array(z.looseObject({ url: z.string(), source: z.nullable(z.string()) })),
  publication_date: z.nullable(timestamp),
});
export type RunResult = z.infer<typeof RunResult>;

export const Run = z.looseObject({
  id: z.string(),
  monitor_id: z.string(),
  trigger: z.enum(['schedule', 'on_demand', 'preview']),
  status: z.enum(['completed', 'failed']),
  started_at: timestamp,
  finished_at: z.nullable(timestamp),
  results: z.array(RunResult),
  /** The first delivery results, one for each connection; empty where nothing was sent. */
  broadcast_results: z.array(z.looseObject({})),
});
export type Run = z.infer<typeof Run>;

export const list = operation({
  name: 'monitors.list',
  summary: 'List your monitors and those of your teams, oldest first',
  method: 'GET',
  path: '/api/v1/monitors',
  effect: 'read',
  access: 'paid',
  documented: true,
  examples: ['monitors list'],
  input: z.strictObject({}),
  output: z.looseObject({ monitors: z.array(Monitor) }),
});

export const create = operation({
  name: 'monitors.create',
  summary: 'Start a standing watch; its first results come back as a preview',
  method: 'POST',
  path: '/api/v1/monitors',
  effect: 'create',
  access: 'paid',
  documented: true,
  flags: { prompt: '--prompt <sentence>' },
  examples: ['monitors create --prompt "Tell me when a central bank changes its interest rate"'],
  input: z.strictObject({ prompt: words(10_000, 'What to watch for, in a sentence') }),
  output: z.extend(Monitor, { preview: Run }),
});

export const run = operation({
  name: 'monitors.run',
  summary: 'Run a monitor now; new results are recorded as an alert',
  method: 'POST',
  path: '/api/v1/monitors/{id}/run',
  effect: 'create',
  access: 'paid',
  documented: true,
  args: ['id'],
  examples: ['monitors run mon_example'],
  input: z.strictObject({ id }),
  output: Run,
});
