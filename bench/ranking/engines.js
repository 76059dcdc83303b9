/** Search engines for the comparison. Each indexes a collection and returns its search. */
import { createRequire } from 'node:module';
import lunr from 'lunr';
import MiniSearch from 'minisearch';
import bm25 from 'wink-bm25-text-search';
import nlpUtils from 'wink-nlp-utils';
import { resultLimit } from './quality.js';

const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');

const { lowerCase, removeExtraSpaces, tokenize0 } = nlpUtils.string;
const { removeWords, stem } = nlpUtils.tokens;

function wink({ items }) {
  const engine = bm25();
  engine.defineConfig({ fldWeights: { title: 2, text: 1 } });
  engine.definePrepTasks([lowerCase, removeExtraSpaces, tokenize0, removeWords, stem]);
  for (const { id, title, description } of items) {
    engine.addDoc({ title: title || ' ', text: description || ' ' }, id);
  }
  engine.consolidate();
  return (query) => engine.search(query, resultLimit).map(([id]) => id);
}

function miniSearch({ items }) {
  const index = new MiniSearch({ fields: ['title', 'description'] });
  index.addAll(items);
  const options = { boost: { title: 2 } };
  return (query) =>
    index
      .search(query, options)
      .slice(0, resultLimit)
      .map(({ id }) => id);
}

function lunrEngine({ items }) {
  const index = lunr((builder) => {
    builder.ref('id');
    builder.field('title');
    builder.field('description');
    for (const item of items) builder.add(item);
  });
  return (query) =>
    index
      .query((parsed) => parsed.term(lunr.tokenizer(query)))
      .slice(0, resultLimit)
      .map(({ ref }) => ref);
}

function fts5(titleWeight) {
  return ({ items }) => {
    const database = new DatabaseSync(':memory:');
    database.exec(`CREATE VIRTUAL TABLE items USING fts5 (id UNINDEXED, title, text,
      tokenize = 'porter')`);
    const insert = database.prepare('INSERT INTO items VALUES (?, ?, ?)');
    for (const { id, title, description } of items) insert.run(id, title, description);
    const select = database.prepare(`SELECT id FROM items WHERE items MATCH ?
      ORDER BY bm25(items, 0, ${titleWeight}, 1) LIMIT ${resultLimit}`);
    return (query) => {
      const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu));
      return select.all([...words].map((word) => `"${word}"`).join(' OR ')).map(({ id }) => id);
    };
  };
}

/** The engines that newswatch is compared with, by key; the row has their versions and settings. */
export const peers = {
  wink: { name: 'wink', open: wink },
  miniSearch: { name: 'MiniSearch', open: miniSearch },
  lunr: { name: 'lunr', open: lunrEngine },
  fts5: { name: 'FTS5, title × 1', open: fts5(1) },
  fts5Title: { name: 'FTS5, title × 3', open: fts5(3) },
};
