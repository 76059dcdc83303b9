import type { Database } from '../../../storage/database.ts';

type Row = Record<string, string | number | null | Uint8Array>;

/** A copy of all rows of a store in memory. */
export interface MemoryContents {
  readonly tables: ReadonlyMap<string, readonly Row[]>;
  /** The analyzed terms of each news item, by position. */
  readonly terms: readonly { position: number; title: string; text: string }[];
}

const selectTables = `SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'`;
const createInstances = `CREATE VIRTUAL TABLE IF NOT EXISTS temp.news_instances
  USING fts5vocab(main, news_terms, instance)`;
const selectInstances = `SELECT doc, col, term FROM temp.news_instances ORDER BY doc, col, "offset"`;
const selectPositions = 'SELECT position FROM news ORDER BY position';
const insertTerms = 'INSERT INTO news_terms (rowid, title, text) VALUES (?, ?, ?)';

/** Copies all rows. It reads synchronously, so that no write comes between. */
export function readContents(database: Database): MemoryContents {
  const names = database.all<{ name: string }>(selectTables).map(({ name }) => name);
  const tables = new Map(names.map((name) => [name, database.all<Row>(`SELECT * FROM ${name}`)]));
  return { tables, terms: readTerms(database) };
}

/** Replaces all rows of a new store. */
export function writeContents(database: Database, { tables, terms }: MemoryContents): void {
  database.transaction(() => {
    // Rows may come before those that they refer to.
    database.script('PRAGMA defer_foreign_keys = ON');
    for (const [name, rows] of tables) {
      database.run(`DELETE FROM ${name}`);
      for (const row of rows) {
        const columns = Object.keys(row);
        const values = columns.map(() => '?').join(', ');
        database.run(
          `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${values})`,
          ...Object.values(row),
        );
      }
    }
    for (const { position, title, text } of terms) database.run(insertTerms, position, title, text);
  });
}

/** The term index stores no texts: they are put together from the places of the terms. */
function readTerms(database: Database): MemoryContents['terms'] {
  const positions = database.all<{ position: number }>(selectPositions);
  if (positions.length === 0) return [];
  database.script(createInstances);
  const texts = new Map(
    positions.map(({ position }) => [position, { title: [] as string[], text: [] as string[] }]),
  );
  type Instance = { doc: number; col: 'title' | 'text'; term: string };
  for (const { doc, col, term } of database.all<Instance>(selectInstances)) {
    texts.get(doc)?.[col].push(term);
  }
  return [...texts].map(([position, { title, text }]) => ({
    position,
    title: title.join(' '),
    text: text.join(' '),
  }));
}
