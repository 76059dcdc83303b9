/** A process with one search library and generated items in its memory. */
import { offer, timed } from '../harness/processes.js';
import { newsRecord } from '../harness/synthetic-news.js';

/** Results that are asked for. */
const limit = 10;
const titleWeight = 2;

/** The text of an item besides its title. */
const textOf = ({ description, body }) => body ?? description;

function* records(count) {
  for (let number = 0; number < count; number += 1) {
    const record = newsRecord(number);
    yield { id: record.id, title: record.title, text: textOf(record) };
  }
}

/** By name: indexes a number of items and returns the search. */
const engines = {
  async miniSearch(count) {
    const { default: MiniSearch } = await import('minisearch');
    const index = new MiniSearch({ fields: ['title', 'text'] });
    for (const record of records(count)) index.add(record);
    const options = { boost: { title: titleWeight } };
    return (query) => index.search(query, options).slice(0, limit);
  },
  async orama(count) {
    const { create, insert, search } = await import('@orama/orama');
    const database = create({ schema: { title: 'string', text: 'string' } });
    for (const record of records(count)) await insert(database, record);
    const options = { limit, boost: { title: titleWeight } };
    return async (term) => (await search(database, { term, ...options })).hits;
  },
  async wink(count) {
    const { default: bm25 } = await import('wink-bm25-text-search');
    const { default: utils } = await import('wink-nlp-utils');
    const { lowerCase, removeExtraSpaces, tokenize0 } = utils.string;
    const { removeWords, stem } = utils.tokens;
    const engine = bm25();
    engine.defineConfig({ fldWeights: { title: titleWeight, text: 1 } });
    engine.definePrepTasks([lowerCase, removeExtraSpaces, tokenize0, removeWords, stem]);
    for (const { id, title, text } of records(count)) engine.addDoc({ title, text }, id);
    engine.consolidate();
    return (query) => engine.search(query, limit);
  },
};

let search;

offer({
  async open({ engine, items }) {
    return timed(async () => {
      search = await engines[engine](items);
    });
  },
  /** Searches one after the other. */
  async search(queries) {
    let found = 0;
    const time = await timed(async () => {
      for (const query of queries) found += (await search(query)).length;
    });
    if (found === 0) throw new Error('nothing was found');
    return time;
  },
  megabytes() {
    globalThis.gc();
    return process.memoryUsage.rss() / 2 ** 20;
  },
});
