/** A process that imports news: through the server's start, or by plain inserts into FTS5. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from 'newswatch/server';
import { offer, timed } from '../harness/processes.js';
import { DatabaseSync } from '../harness/sqlite.cjs';

const batch = 5000;
const columns = ['title', 'description', 'body', 'id', 'url', 'source', 'publication_date'];

offer({
  /** Starts a server that imports the file before it is ready. */
  async service({ file, data, database }) {
    return timed(async () => {
      const server = await startServer({ data, database, news: [file] });
      const [{ read, rejected }] = server.imported;
      await server.close();
      if (rejected > 0) throw new Error(`${rejected} of ${read} records were rejected`);
    });
  },
  /** Inserts the parsed records into one table: durable, in transactions of the same size. */
  async bare({ file, data }) {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const records = lines.map((line) => JSON.parse(line));
    return timed(async () => {
      const database = new DatabaseSync(join(data, 'bare.sqlite'));
      database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        CREATE VIRTUAL TABLE news USING fts5 (title, description, body, id UNINDEXED,
          url UNINDEXED, source UNINDEXED, publication_date UNINDEXED, tokenize = 'porter')`);
      const insert = database.prepare('INSERT INTO news VALUES (?, ?, ?, ?, ?, ?, ?)');
      for (let at = 0; at < records.length; at += batch) {
        database.exec('BEGIN');
        for (const record of records.slice(at, at + batch)) {
          insert.run(...columns.map((column) => record[column] ?? null));
        }
        database.exec('COMMIT');
      }
      database.close();
    });
  },
});
