import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../harness/processes.js';
import { alternate, mapFigures, ratios, spread } from '../harness/rounds.js';
import { writeNews } from '../harness/synthetic-news.js';
import { atLeast } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

export const newsIn = {
  name: 'news-in',
  title: 'Importing news',
  compares:
    'A JSON Lines file of 20,000 generated items (86 words each) through `serve --news` into a new store, compared with a loop that inserts the same parsed records into one FTS5 table with the Porter tokenizer of SQLite: both durable, with 5,000 items per transaction, each in a new process. Set `NEWSWATCH_BENCH_NEWS` to import another file.',
  leavesOut:
    'The loop does not read or validate the file, does not deduplicate, and removes no markup; its index supports only English.',
  spent:
    'A third is in SQLite, for the full-text index, the rows and their indexes, which is as much as all of the compared loop. A sixth is in finding terms and languages, and in reading and cleaning records. The rest, which larger imports divide among more items, is in starting and closing the server, compiling its code, and collecting garbage.',
  settings: { rounds: 15, items: 20_000 },
  check: { rounds: 3, items: 4_000 },
  figures: {
    ratio: {
      what: 'items/s, relative to plain FTS5 inserts',
      unit: '×',
      target: atLeast(0.7),
      bound: atLeast(0.1),
    },
    service: { what: 'newswatch', unit: 'items/s' },
    bare: { what: 'plain FTS5 inserts', unit: 'items/s' },
  },
  async measure({ rounds, items }) {
    const folder = temporaryFolder();
    const ownFile = process.env['NEWSWATCH_BENCH_NEWS'];
    const file = ownFile ?? join(folder, 'news.jsonl');
    if (ownFile === undefined) await writeNews(file, 0, items);
    let made = 0;
    const measure = (kind) => async () => {
      const data = join(folder, String(made++));
      mkdirSync(data);
      const importer = await startProcess('importer.js');
      const { seconds } = await importer.ask(kind, { file, data });
      await importer.end();
      return seconds;
    };
    const contenders = { bare: measure('bare'), service: measure('service') };
    const figures = mapFigures(await alternate(contenders, rounds), (seconds) => items / seconds);
    return {
      ratio: ratios(figures, 'service', 'bare'),
      service: spread(figures.service),
      bare: spread(figures.bare),
    };
  },
};
