import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { spread } from '../harness/rounds.js';
import { atLeast } from '../harness/target.js';

const project = fileURLToPath(new URL('../..', import.meta.url));
const test = 'test/integration/server/search/ranking/relevance.test.ts';

export const ranking = {
  name: 'ranking',
  title: 'Ranking',
  compares:
    'nDCG@10 on the 72 judged queries of the bundled sample, compared with plain FTS5: the Porter tokenizer of SQLite, any word, bm25 with the title weighted three times. The test `relevance` computes both; this row reports them.',
  leavesOut:
    'Other collections: the project judged its own invented news items. The figure is exact: one round.',
  settings: {},
  figures: {
    ratio: { what: 'nDCG@10, relative to plain FTS5 bm25', unit: '×', target: atLeast(1.1) },
    ours: { what: 'newswatch', unit: 'nDCG@10' },
    plain: { what: 'plain FTS5 bm25', unit: 'nDCG@10' },
  },
  async measure() {
    const stdio = ['ignore', 'pipe', 'ignore'];
    const options = { cwd: project, encoding: 'utf8', stdio };
    const output = execFileSync('npx', ['vitest', 'run', test], options);
    const [, ours, plain] = /nDCG@10 .*: ([\d.]+), plain FTS5 ([\d.]+)/.exec(output).map(Number);
    return {
      ratio: spread([ours / plain]),
      ours: spread([ours]),
      plain: spread([plain]),
    };
  },
};
