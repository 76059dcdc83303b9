import { packageVersion } from '../harness/peers.js';
import { spread } from '../harness/rounds.js';
import { atLeast } from '../harness/target.js';
import { collectionsFolder, publicCollections, sampleCollection } from '../ranking/collections.js';
import { peers } from '../ranking/engines.js';
import { quality } from '../ranking/quality.js';

const engines = { newswatch: { name: 'newswatch' }, ...peers };
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function figuresOf([key, { name }]) {
  return Object.entries({
    [`${key}Sample`]: { what: `${name}: sample`, unit: 'nDCG@10' },
    [`${key}Public`]: { what: `${name}: mean of the public collections`, unit: 'nDCG@10' },
  });
}

/** The qualities of an engine by the names of the collections. */
async function qualitiesOf(key, collections) {
  const found = {};
  for (const collection of collections) {
    if (key !== 'newswatch') {
      found[collection.name] = await quality(collection, peers[key].open(collection));
      continue;
    }
    const { indexed, searchOf } = await import('../ranking/newswatch.js');
    const store = await indexed(collection);
    found[collection.name] = await quality(collection, await searchOf(store));
    await store.close();
  }
  return found;
}

const cells = (values) => values.map((value) => value.toFixed(3)).join(' / ');

export const ranking = {
  name: 'ranking',
  title: 'Ranking',
  compares:
    'nDCG@10 on the judged queries of the bundled sample, and its mean over the public collections in the folder `NEWSWATCH_COLLECTIONS`, compared with other search engines. The run also prints nDCG@10 and recall@100 for each collection.',
  leavesOut:
    'Public collections that are not in the folder; they are not part of the project. All their items have one date. The figures are exact: one round.',
  peers: {
    wink: {
      version: () => packageVersion('wink-bm25-text-search'),
      settings: 'title × 2, without stop words, with stems of `wink-nlp-utils`.',
    },
    'wink-nlp-utils': {
      version: () => packageVersion('wink-nlp-utils'),
      settings: 'prepares the text for wink.',
    },
    MiniSearch: {
      version: () => packageVersion('minisearch'),
      settings: 'any word, title × 2, otherwise the defaults.',
    },
    lunr: {
      version: () => packageVersion('lunr'),
      settings: 'any word, otherwise the defaults.',
    },
    'FTS5 in @photostructure/sqlite': {
      version: () => packageVersion('@photostructure/sqlite'),
      settings: '`porter` tokenizer, any word, bm25 with title × 1 and with title × 3.',
    },
  },
  settings: {},
  figures: {
    ratio: {
      what: 'nDCG@10 on the sample, relative to plain FTS5 bm25, title × 3',
      unit: '×',
      target: atLeast(1.1),
    },
    ...Object.fromEntries(Object.entries(engines).flatMap(figuresOf)),
  },
  async measure() {
    const found = publicCollections();
    if (found.length === 0) {
      process.stderr.write(
        `No judged collections in ${collectionsFolder}: set NEWSWATCH_COLLECTIONS.\n`,
      );
    }
    const collections = [...found, sampleCollection()];
    const measured = {};
    for (const [key, { name }] of Object.entries(engines)) {
      const qualities = await qualitiesOf(key, collections);
      const lines = Object.entries(qualities).map(
        ([collection, { ndcg, recall }]) => `${collection} ${cells([ndcg, recall])}`,
      );
      const publicOnes = found.map((collection) => qualities[collection.name]);
      if (publicOnes.length > 0) {
        const means = ['ndcg', 'recall'].map((each) => mean(publicOnes.map((one) => one[each])));
        lines.push(`mean of ${publicOnes.length} ${cells(means)}`);
        measured[`${key}Public`] = spread([means[0]]);
      }
      process.stderr.write(`${name}, nDCG@10 / recall@100: ${lines.join(', ')}\n`);
      measured[`${key}Sample`] = spread([qualities.sample.ndcg]);
    }
    const ratio = measured.newswatchSample.median / measured.fts5TitleSample.median;
    return { ...measured, ratio: spread([ratio]) };
  },
};
