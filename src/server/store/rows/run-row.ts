import type { AlertRecord, Owner, RunRecord, RunResultRecord } from '../store.ts';
import { Columns } from './columns.ts';

/** A run as a row has it: its results as JSON. */
export type RunRow = Omit<RunRecord, 'results'> & { results: string };

export const runColumns = new Columns<RunRow>(
  'id',
  'monitor_id',
  'trigger',
  'status',
  'started_at',
  'finished_at',
  'results',
  'error',
);

export function runRowOf({ results, ...rest }: RunRecord): RunRow {
  return { ...rest, results: JSON.stringify(results) };
}

export function runOf({ results, ...rest }: RunRow): RunRecord {
  return { ...rest, results: JSON.parse(results) as RunResultRecord[] };
}

/** An alert as a row has it: the owner in two columns, its results as JSON. */
export type AlertRow = Omit<AlertRecord, 'owner' | 'results'> & {
  owner_type: Owner['type'];
  owner_id: string;
  results: string;
};

export const alertColumns = new Columns<AlertRow>(
  'id',
  'owner_type',
  'owner_id',
  'monitor_id',
  'monitor_title',
  'run_id',
  'created_at',
  'results',
);

export function alertRowOf({ owner, results, ...rest }: AlertRecord): AlertRow {
  return {
    ...rest,
    owner_type: owner.type,
    owner_id: owner.id,
    results: JSON.stringify(results),
  };
}

export function alertOf({ owner_type, owner_id, results, ...rest }: AlertRow): AlertRecord {
  return {
    ...rest,
    owner: { type: owner_type, id: owner_id },
    results: JSON.parse(results) as RunResultRecord[],
  };
}
