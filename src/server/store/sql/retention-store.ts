import { randomUUID } from 'node:crypto';
import { sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';
import { type SweepPosition, sweptRows } from './swept-rows.ts';
import { unpartitioned } from './time-partitions.ts';

/** Where a sweep ended before its last row. */
export interface UnfinishedSweep {
  /** A table, or a part of one. */
  rows: string;
  after?: SweepPosition | undefined;
}

/** A claimed sweep. */
export interface DueSweep {
  id: string;
  lease_token: string;
  /** Set if the sweep before it did not reach the end. */
  unfinished: UnfinishedSweep | undefined;
}

/** The sweeps that delete old rows: when one is due, and where the one before it ended. */
export function retentionStore(db: SqlExecutor, partitions = unpartitioned) {
  return {
    /** Claims the sweep if it is due and no other process runs it. */
    async claimDue(now: number, leaseUntil: number): Promise<DueSweep[]> {
      const claimed = await db.write<{ id: string; lease_token: string; position: string | null }>(
        sql`UPDATE sweeps SET lease_token = ${randomUUID()}, lease_until = ${leaseUntil}
          WHERE next_at <= ${now} AND coalesce(lease_until, 0) <= ${now}
          RETURNING id, lease_token, position`,
      );
      return claimed.map(({ id, lease_token, position }) => ({
        id,
        lease_token,
        unfinished: position === null ? undefined : (JSON.parse(position) as UnfinishedSweep),
      }));
    },

    /** When the next sweep is due or its lease expires. */
    async nextDue(): Promise<number | undefined> {
      const row = await db.get<{ due: number }>(
        sql`SELECT CASE WHEN lease_until > next_at THEN lease_until ELSE next_at END AS due
          FROM sweeps`,
      );
      return row?.due;
    },

    /**
     * Ends the lease of a sweep unless it was lost.
     *
     * @param unfinished where the next sweep continues this one
     */
    async settle(
      { id, lease_token }: Pick<DueSweep, 'id' | 'lease_token'>,
      nextAt: number,
      unfinished?: UnfinishedSweep,
    ): Promise<void> {
      const position = unfinished ? JSON.stringify(unfinished) : null;
      await db.write(
        sql`UPDATE sweeps SET next_at = ${nextAt}, position = ${position},
            lease_token = NULL, lease_until = NULL
          WHERE id = ${id} AND lease_token = ${lease_token}`,
      );
    },

    ...sweptRows(db),

    partitions,

    /** Notes that alerts from before this time are deleted. Call it before deleting them. */
    async setAlertsDeletedUntil(time: number): Promise<void> {
      await db.write(
        sql`UPDATE sweeps SET alerts_deleted_until = ${time}
          WHERE coalesce(alerts_deleted_until, 0) < ${time}
            AND EXISTS (SELECT 1 FROM alerts WHERE created_at < ${time})`,
      );
    },

    /** The time before which alerts may have been deleted; `undefined` if none were deleted. */
    async alertsDeletedUntil(): Promise<number | undefined> {
      const row = await db.get<{ time: number | null }>(
        sql`SELECT alerts_deleted_until AS time FROM sweeps`,
      );
      return row?.time ?? undefined;
    },
  };
}
