import { deletePayloads, deliveryParts, isFinalRow, isLiveRow } from './deliveries.ts';
import { raw, type Sql, sql } from './sql.ts';
import { type SqlExecutor, unmetStatement } from './sql-executor.ts';

/** Rows that are deleted in one transaction. */
const batchSize = 1000;

/** Tables with an `account_id` whose rows are few enough for one transaction. */
const smallTables = [
  'channels',
  'briefings',
  'oauth_grants',
  'api_keys',
  'sessions',
  'sign_in_links',
  'team_members',
  'usage_counts',
] as const;

/** Deletes what accounts own, in short transactions. An interrupted deletion can be repeated. */
export function accountRemoval(db: SqlExecutor) {
  const { isIn, endLeasesOf } = db.dialect;

  /** Reads rows and deletes them, until there are no more. */
  async function inBatches<Row>(
    read: () => Promise<readonly Row[]>,
    remove: (rows: readonly Row[]) => Promise<unknown>,
  ): Promise<void> {
    for (;;) {
      const rows = await read();
      if (rows.length > 0) await remove(rows);
      if (rows.length < batchSize) return;
    }
  }

  /** Repeats a statement that deletes and returns a batch of rows. */
  async function untilFewer(deleteBatch: Sql): Promise<void> {
    while ((await db.write(deleteBatch)).length === batchSize);
  }

  async function deleteDeliveryRows(
    rows: readonly { sequence: number; payload_id: string }[],
  ): Promise<void> {
    const sequences = rows.map(({ sequence }) => sequence);
    await db.write(
      sql`DELETE FROM deliveries WHERE ${isIn('sequence', sequences)}`,
      ...endLeasesOf(sequences),
      deletePayloads(
        isIn(
          'id',
          rows.map(({ payload_id }) => payload_id),
        ),
      ),
    );
  }

  return {
    /** The ids of some of the account's monitors. */
    async someMonitors(accountId: string): Promise<string[]> {
      const rows = await db.all<{ id: string }>(
        sql`SELECT id FROM monitors WHERE owner_id = ${accountId} LIMIT ${batchSize}`,
      );
      return rows.map(({ id }) => id);
    },

    /** Deletes the account's alerts, including those of deleted monitors, and their runs. */
    deleteAlerts: (accountId: string): Promise<void> =>
      inBatches(
        () =>
          db.all<{ sequence: number; run_id: string }>(
            sql`SELECT sequence, run_id FROM alerts WHERE owner_id = ${accountId}
              LIMIT ${batchSize}`,
          ),
        (rows) =>
          db.write(
            sql`DELETE FROM alerts WHERE ${isIn(
              'sequence',
              rows.map(({ sequence }) => sequence),
            )}`,
            sql`DELETE FROM runs WHERE ${isIn(
              'id',
              rows.map(({ run_id }) => run_id),
            )}`,
          ),
      ),

    /** Deletes the runs of a monitor, which must have no alerts, and what it remembers as alerted. */
    async deleteRuns(monitorId: string): Promise<void> {
      await untilFewer(
        sql`DELETE FROM runs WHERE sequence IN (
            SELECT sequence FROM runs WHERE monitor_id = ${monitorId} LIMIT ${batchSize}
          ) RETURNING sequence`,
      );
      await untilFewer(
        sql`DELETE FROM alerted WHERE monitor_id = ${monitorId} AND key IN (
            SELECT key FROM alerted WHERE monitor_id = ${monitorId} LIMIT ${batchSize}
          ) RETURNING key`,
      );
    },

    /** Deletes the deliveries to the account's connections. */
    async deleteDeliveries(accountId: string): Promise<void> {
      // An attempt moves its delivery from the first part to the second.
      for (const isOfPart of deliveryParts) {
        await inBatches(
          () =>
            db.all<{ sequence: number; payload_id: string }>(
              sql`SELECT sequence, payload_id FROM deliveries
                WHERE account_id = ${accountId} AND ${isOfPart} LIMIT ${batchSize}`,
            ),
          deleteDeliveryRows,
        );
      }
    },

    /**
     * Deletes the account and the rest of what it owns.
     *
     * @returns `false`, and deletes nothing, if it has monitors, alerts or deliveries, or does not exist
     */
    async deleteAccount(id: string): Promise<boolean> {
      const isEmpty = sql`NOT EXISTS (SELECT 1 FROM monitors WHERE owner_id = ${id})
        AND NOT EXISTS (SELECT 1 FROM alerts WHERE owner_id = ${id})
        AND ${hasNone(id, isLiveRow)} AND ${hasNone(id, isFinalRow)}`;
      const unmet = await unmetStatement(
        db.write(
          sql`UPDATE accounts SET id = id WHERE id = ${id} AND ${isEmpty}`.mustChange(1),
          sql`DELETE FROM oauth_artifacts
            WHERE grant_id IN (SELECT id FROM oauth_grants WHERE account_id = ${id})`,
          ...smallTables.map((table) => sql`DELETE FROM ${raw(table)} WHERE account_id = ${id}`),
          sql`DELETE FROM accounts WHERE id = ${id}`,
        ),
      );
      return unmet === undefined;
    },
  };
}

/** A condition: the account has no delivery in a part of the table. */
function hasNone(accountId: string, isOfPart: Sql): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM deliveries WHERE account_id = ${accountId} AND ${isOfPart})`;
}
