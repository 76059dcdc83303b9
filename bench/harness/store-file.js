import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from './sqlite.cjs';

/** A connection to the SQLite database of a data folder, as durable as that of the server. */
export function openStore(data) {
  const file = readdirSync(data).find((name) => name.endsWith('.db'));
  const database = new DatabaseSync(join(data, file));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  return database;
}
