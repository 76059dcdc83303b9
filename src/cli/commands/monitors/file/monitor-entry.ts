import * as z from 'zod/mini';
import type { Monitor } from '../../../../contract/monitor.ts';
import { once } from '../../../../contract/once.ts';
import type { InputOf } from '../../../../contract/operation.ts';
import { operations } from '../../../../contract/operations.ts';
import { validate } from '../../../../contract/validate.ts';

type CreateInput = Omit<InputOf<typeof operations.monitors.create>, 'on_demand'>;

/** A monitor in a file. A field that is left out is not compared, and has its default in a new monitor. */
export interface MonitorEntry extends CreateInput {
  /** The name of the monitor: titles in a file are unique. */
  title: string;
  prompt: string;
  status?: Monitor['status'] | undefined;
}

/** The fields that `monitors edit` can change, except the title, which names the monitor. */
export const changeableFields = Object.keys(operations.monitors.edit.input.def.shape).filter(
  (name) => name !== 'id' && name !== 'title',
) as readonly (keyof Monitor & keyof MonitorEntry)[];

/** The fields that cannot be changed: another value needs another monitor. */
export const fixedFields = ['prompt', 'execution', 'team_id'] as const;

/** Checks entries as `monitors create` checks its input. */
const entryOperation = once(() => {
  const { create, edit } = operations.monitors;
  const { on_demand: _, ...fields } = create.input.def.shape;
  const { title } = edit.input.def.shape;
  const status = z.optional(z.enum(['active', 'paused']));
  return { ...create, input: z.strictObject({ ...fields, title: title.def.innerType, status }) };
});

/** Returns the problems of an invalid entry: the name of a field and what it must be. */
export function parseEntry(value: unknown): { entry: MonitorEntry } | { problems: string[] } {
  const validated = validate(entryOperation(), value);
  if ('issues' in validated) {
    return { problems: validated.issues.map(({ field, message }) => `${field} ${message}`.trim()) };
  }
  return { entry: validated.input };
}

/** The entry of a monitor, without what only its service knows. */
export function entryOf(monitor: Monitor): MonitorEntry {
  const { title, prompt, status, every_minutes, execution, team_id } = monitor;
  return {
    title,
    prompt,
    status,
    every_minutes,
    execution,
    ...(team_id === null ? {} : { team_id }),
    ...Object.fromEntries(changeableFields.map((name) => [name, monitor[name]])),
  };
}
