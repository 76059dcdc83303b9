import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../harness/processes.js';
import { alternate, of, ratios, spread } from '../harness/rounds.js';
import { writeNews } from '../harness/synthetic-news.js';
import { atLeast } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

export const newsIn = {
  name: 'news-in',
  title: 'News in',
  compares:
    'A file of 20,000 invented items as JSON Lines (86 words each) through `serve --news` into a new store, against a loop that puts the same records, parsed already, into one FTS5 table with SQLite’s own Porter stemmer: both durable, 500 to a transaction, each in a process of its own. `NEWSWATCH_BENCH_NEWS` names another file to take instead.',
  leavesOut:
    'The bare loop neither reads nor checks the file, knows no item twice, and cleans no markup; its index takes English alone.',
  spent:
    'By profile, 45 % is SQLite (three tables and an index beside the words), 25 % splits and stems the texts, 10 % reads the file and cleans its texts, 6 % is garbage collection. The bare loop has the first part alone, and its stemmer is C.',
  tried:
    'Within a transaction the words are indexed in the order of the index, oldest first: each step back makes FTS5 write what it holds to the disk, and feeds have the newest first (92 to 51 µs of SQLite for an item). A text that is plain is cleaned at one look. Without clear gain: 2,000 items to a transaction, a larger cache, fewer merges of the index.',
  settings: { rounds: 15, items: 20_000 },
  check: { rounds: 3, items: 4_000 },
  figures: {
    ratio: {
      what: 'items/s, to bare FTS5 inserts',
      unit: '×',
      target: atLeast(0.7),
      bound: atLeast(0.1),
    },
    service: { what: 'newswatch', unit: 'items/s' },
    bare: { what: 'bare FTS5 inserts', unit: 'items/s' },
  },
  async measure({ rounds, items }) {
    const folder = temporaryFolder();
    const given = process.env['NEWSWATCH_BENCH_NEWS'];
    const file = given ?? join(folder, 'news.jsonl');
    if (given === undefined) await writeNews(file, 0, items);
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
    const figures = of(await alternate(contenders, rounds), (seconds) => items / seconds);
    return {
      ratio: ratios(figures, 'service', 'bare'),
      service: spread(figures.service),
      bare: spread(figures.bare),
    };
  },
};
