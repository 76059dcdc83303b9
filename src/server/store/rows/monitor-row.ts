import type { MonitorRecord, Owner } from '../store.ts';
import { Columns } from './columns.ts';

/** A monitor as a row has it: the owner in two columns, its feeds as JSON. */
export type MonitorRow = Omit<MonitorRecord, 'owner' | 'sources'> & {
  owner_type: Owner['type'];
  owner_id: string;
  sources: string;
};

export const monitorColumns = new Columns<MonitorRow>(
  'id',
  'owner_type',
  'owner_id',
  'title',
  'prompt',
  'status',
  'every_minutes',
  'execution',
  'sources',
  'created_at',
  'last_run_at',
  'next_run_at',
);

export function monitorRowOf({ owner, sources, ...rest }: MonitorRecord): MonitorRow {
  return {
    ...rest,
    owner_type: owner.type,
    owner_id: owner.id,
    sources: JSON.stringify(sources),
  };
}

export function monitorOf<Row extends MonitorRow>(row: Row) {
  const { owner_type, owner_id, sources, ...rest } = row;
  return {
    ...rest,
    owner: { type: owner_type, id: owner_id },
    sources: JSON.parse(sources) as string[],
  };
}
