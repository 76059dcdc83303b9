import { Database } from '../../src/storage/database.ts';

/** Takes the write lock of a database file, as another process would; gives what lets go of it. */
export function lockDatabase(path: string): () => void {
  const database = Database.open(path);
  database.script('BEGIN IMMEDIATE');
  return () => database.close();
}
