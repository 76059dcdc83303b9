import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { figuresBySize, spreadsBySize } from '../harness/by-size.js';
import { startProcess } from '../harness/processes.js';
import { alternate } from '../harness/rounds.js';
import { writeNews } from '../harness/synthetic-news.js';
import { atLeast } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const sizes = [20_000, 100_000];

const series = {
  ratio: {
    what: 'items/s, relative to plain FTS5 inserts',
    unit: '×',
    targets: { 20000: atLeast(0.7), 100000: atLeast(0.7) },
    bounds: { 20000: atLeast(0.1) },
  },
  service: { what: 'newswatch', unit: 'items/s', label: 'newswatch' },
  bare: { what: 'plain FTS5 inserts', unit: 'items/s', label: 'plain FTS5' },
};

export const newsIn = {
  name: 'news-in',
  title: 'Importing news',
  compares:
    'JSON Lines files of 20,000 and 100,000 generated items (86 words each) through `serve --news` into a new store, compared with a loop that inserts the same parsed records into one FTS5 table with the Porter tokenizer of SQLite: both durable, with 5,000 items per transaction, each in a new process. Starting and closing the server is included; starting Node is not.',
  leavesOut:
    'The loop does not read or validate the file, does not deduplicate, and removes no markup; its index supports only English.',
  spent:
    'With 100,000 items, half of the time is spent in SQLite, for the full-text index, the rows and their indexes, which is about as much as all of the compared loop. A fifth is spent in finding terms and languages, a tenth in reading and cleaning records, a twentieth in garbage collection. With 20,000 items, starting and closing the server and compiling its code take a fifth.',
  settings: { rounds: 15, items: 100_000 },
  check: { rounds: 3, items: 20_000 },
  figures: figuresBySize(series, sizes, 'items'),
  async measure({ rounds, items }) {
    const folder = temporaryFolder();
    const data = join(folder, 'data');
    async function seconds(kind, file) {
      mkdirSync(data);
      const importer = await startProcess('importer.js');
      const result = await importer.ask(kind, { file, data });
      await importer.end();
      rmSync(data, { recursive: true });
      return result.seconds;
    }
    const contenders = {};
    for (const size of sizes.filter((each) => each <= items)) {
      const file = join(folder, `${size}.jsonl`);
      await writeNews(file, 0, size);
      contenders[size] = async () => {
        const bare = size / (await seconds('bare', file));
        const service = size / (await seconds('service', file));
        return { bare, service, ratio: service / bare };
      };
    }
    return spreadsBySize(Object.keys(series), await alternate(contenders, rounds));
  },
};
