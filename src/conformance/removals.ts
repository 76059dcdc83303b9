import type { Operation } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';

/** Something that a check created and that could not be deleted. */
export interface LeftBehind {
  /** What it is. */
  kind: 'monitor' | 'connection';
  /** The id of the monitor or connection. */
  id: string;
}

/** The operation that deletes what another one creates. */
interface Removal {
  kind: LeftBehind['kind'];
  /** Path of the id in the response to the creation. */
  idPath: string;
  remove: Operation;
  /** The input field of `remove` for the id. */
  field: string;
}

/** The removals, by the operation that creates. */
export const removals: ReadonlyMap<Operation, Removal> = new Map<Operation, Removal>([
  [
    operations.monitors.create,
    { kind: 'monitor', idPath: 'id', remove: operations.monitors.delete, field: 'id' },
  ],
  [
    operations.delivery.connect,
    {
      kind: 'connection',
      idPath: 'channel.id',
      remove: operations.delivery.disconnect,
      field: 'channel_id',
    },
  ],
]);
