import { Database } from '../../src/storage/database.ts';

/** Locks a database file for writing, as another process would. Returns a function that unlocks it. */
export function lockDatabase(path: string): () => void {
  const database = Database.open(path);
  database.script('BEGIN IMMEDIATE');
  return () => {
    database.script('ROLLBACK');
    database.close();
  };
}
