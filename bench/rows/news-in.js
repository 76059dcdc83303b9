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
    'A file of 20,000 invented items as JSON Lines (86 words each) through `serve --news` into a new store, against a loop that puts the same records, parsed already, into one FTS5 table with SQLite’s own Porter stemmer: both durable, 2,000 to a transaction, each in a process of its own. `NEWSWATCH_BENCH_NEWS` names another file to take instead.',
  leavesOut:
    'The bare loop neither reads nor checks the file, knows no item twice, and cleans no markup; its index takes English alone.',
  spent:
    'Two threads work at once, each about as long as the other. One reads the file, cleans its texts and analyzes them (half of its time). Of the other’s time four fifths are SQLite’s (three tables and an index beside the words), which is all that the bare loop does, on one core; its stemmer is C. What V8 compiles and collects beside the two takes half as long as one of them, so that a machine whose cores are busy otherwise has less of this.',
  tried:
    'A file of 1 MiB or more is read on a thread of its own, which hands over a list for each field instead of an object for each item, small batches first. Words are looked up among the bytes of their text, and their terms go to the index as bytes. 2,000 items are a transaction where 500 were, in the order of the tables, and their words are written to the index in one piece: 75 MB are written for 20,000 items, not 125. A text that is plain is cleaned at one look. In one sitting: from 87 to 36 µs of the main thread for an item, from 101 to 87 of all threads. Within a transaction the words are indexed oldest first: each step back makes FTS5 write what it holds to the disk, and feeds have the newest first. Without clear gain: 4,000 items to a transaction, a larger cache, larger pages of the index, a larger young generation of the thread’s heap. Not taken: merging the index’s segments at 16 and not at 4 of them, which saves a sixth of SQLite’s time until they have to be merged all the same.',
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
