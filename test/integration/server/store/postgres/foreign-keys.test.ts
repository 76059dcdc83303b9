import { describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../../../../src/server/store/postgres/postgres-store.ts';
import { createEmptyDatabase, onPostgres, postgres } from '../../../../helpers/postgres.ts';
import { query } from '../../../../helpers/postgres-cluster.ts';

/** Foreign keys whose columns are not the first of an index of all rows. */
const withoutIndex = `
  SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint
  WHERE contype = 'f' AND conparentid = 0 AND NOT EXISTS (
    SELECT 1 FROM pg_index
    WHERE indrelid = conrelid AND indpred IS NULL AND indisvalid
      AND (string_to_array(indkey::text, ' ')::int2[])[1:cardinality(conkey)] @> conkey
  )`;

describe.skipIf(!postgres)(`the foreign keys ${onPostgres}`, () => {
  it('have indexes, so that a deletion does not read whole tables', async () => {
    const address = await createEmptyDatabase();
    await migrateDatabase(address);
    expect(await query(address, withoutIndex)).toEqual([]);
    await query(address, 'DROP INDEX team_members_by_team');
    expect(await query(address, withoutIndex)).toMatchObject([{ table: 'team_members' }]);
  });
});
