import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programVersion } from '../harness/peers.js';
import { newDatabase, serverProcess } from '../harness/postgres-databases.js';
import { familyProcessorTime } from '../harness/process-status.js';
import { startProcess } from '../harness/processes.js';
import { run } from '../harness/programs.js';
import { alternate, mapFigures, ratios, spread } from '../harness/rounds.js';
import { writeNews } from '../harness/synthetic-news.js';
import { atLeast } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const columns = ['id', 'title', 'description', 'body', 'url', 'source', 'publication_date'];
const plainTable = `CREATE TABLE copied (${columns.map((name) => `${name} text`).join()}, PRIMARY KEY (id))`;
const words = "to_tsvector('english', title || ' ' || description || ' ' || coalesce(body, ''))";

/** Writes the records of a JSON Lines file in the text format of COPY. */
function writeCopyText(file, path) {
  const escaped = (value) =>
    String(value).replace(
      /[\\\n\r\t]/g,
      (each) => `\\${{ '\n': 'n', '\r': 'r', '\t': 't' }[each] ?? each}`,
    );
  const lineOf = (record) =>
    columns.map((name) => (record[name] == null ? '\\N' : escaped(record[name]))).join('\t');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  writeFileSync(path, lines.map((line) => `${lineOf(JSON.parse(line))}\n`).join(''));
}

export const newsInPostgres = {
  name: 'news-in-postgres',
  title: 'Importing news into PostgreSQL',
  compares:
    'A JSON Lines file of 60,000 generated items (86 words each) through `serve --news` into a new database, compared with `\\copy` of the same text by `psql` into one table with a primary key, and into one that also has a GIN index of its English words. Each in a new process; the time for creating tables counts for newswatch only.',
  leavesOut:
    '`\\copy` does not read or validate JSON, does not deduplicate, and removes no markup; its index supports only English and knows no synonyms. The network: server and database share the cores of this machine.',
  spent:
    'In the server: half in reading and analyzing, half in making blocks of postings and statements. In the database: half in inserting the rows, a third in the blocks, a tenth in merging them.',
  peers: {
    psql: {
      version: () => programVersion('psql'),
      settings: '`-q`, one `\\copy` in text format; the server has the settings below.',
    },
  },
  onPostgres: true,
  settings: { rounds: 15, items: 60_000 },
  figures: {
    service: { what: 'items/s of newswatch', unit: 'items/s', target: atLeast(5000) },
    ratio: { what: 'items/s, relative to COPY', unit: '×' },
    indexedRatio: { what: 'items/s, relative to COPY with a GIN index', unit: '×' },
    copy: { what: 'COPY', unit: 'items/s' },
    indexed: { what: 'COPY with a GIN index', unit: 'items/s' },
    server: { what: 'processor time, server', unit: 'µs per item' },
    database: { what: 'processor time, database', unit: 'µs per item' },
  },
  async measure({ rounds, items }) {
    const folder = temporaryFolder();
    const [file, text] = [join(folder, 'news.jsonl'), join(folder, 'news.txt')];
    await writeNews(file, 0, items);
    writeCopyText(file, text);
    const pid = await serverProcess();
    const inNewDatabase = (work) => async () => {
      const database = await newDatabase();
      const before = familyProcessorTime(pid);
      const time = await work(database);
      const spent = (familyProcessorTime(pid) - before) / 1000;
      await database.remove();
      return { ...time, database: spent };
    };
    const service = inNewDatabase(async ({ address }) => {
      const importer = await startProcess('importer.js');
      const time = await importer.ask('service', { file, database: address });
      await importer.end();
      return time;
    });
    const copy = (table) =>
      inNewDatabase(async ({ address, run: command }) => {
        await command(table);
        const statement = `\\copy copied FROM '${text}'`;
        return { seconds: run('psql', ['-q', '-c', statement, address]) / 1000 };
      });
    const contenders = { service };
    if (programVersion('psql') !== undefined) {
      contenders.copy = copy(plainTable);
      contenders.indexed = copy(`${plainTable}; CREATE INDEX ON copied USING gin ((${words}))`);
    }
    const figures = await alternate(contenders, rounds);
    const perSecond = mapFigures(figures, ({ seconds }) => items / seconds);
    const each = (name) =>
      spread(figures.service.map(({ [name]: seconds }) => (seconds / items) * 1e6));
    const copied = perSecond.copy && {
      ratio: ratios(perSecond, 'service', 'copy'),
      indexedRatio: ratios(perSecond, 'service', 'indexed'),
      copy: spread(perSecond.copy),
      indexed: spread(perSecond.indexed),
    };
    return {
      service: spread(perSecond.service),
      server: each('work'),
      database: each('database'),
      ...copied,
    };
  },
};
