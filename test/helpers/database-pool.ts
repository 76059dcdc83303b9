import { createDatabase, query } from './postgres-cluster.ts';

/** Creating a database takes longer than most tests, so that tests of a worker reuse some. */
const unused: string[] = [];
let created = 0;

/** A database that only the test uses until it releases it. */
export interface AcquiredDatabase {
  address: string;
  release(): void;
}

/**
 * A database for an empty store: it has no tables, or those of an earlier test without their rows.
 *
 * @param server the URL of a database of the same server
 */
export async function acquireDatabase(server: string): Promise<AcquiredDatabase> {
  const address = unused.pop() ?? (await nextDatabase(server));
  await query(address, deleteRows);
  let released = false;
  const release = () => {
    if (!released) unused.push(address);
    released = true;
  };
  return { address, release };
}

/** Earlier processes with the same pool id may have created it. */
async function nextDatabase(server: string): Promise<string> {
  created += 1;
  return createDatabase(server, { name: `worker_${process.env['VITEST_POOL_ID']}_${created}` });
}

/** Quicker than TRUNCATE on small tables. `replica` skips the checks of foreign keys. */
const deleteRows = `DO $$
  DECLARE name text;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
      AND tablename NOT IN ('newswatch_schema')
    LOOP
      EXECUTE format('DELETE FROM %I', name);
    END LOOP;
    IF to_regclass('news_totals') IS NOT NULL THEN
      PERFORM setval('news_arrivals', 0);
      EXECUTE format('ALTER SEQUENCE %s RESTART', pg_get_serial_sequence('news', 'number'));
      INSERT INTO matching (id, matched_until) VALUES ('news', 0);
      INSERT INTO sweeps (id, next_at) VALUES ('retention', 0);
    END IF;
  END $$`;
