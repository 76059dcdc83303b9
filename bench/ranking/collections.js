/** Judged collections: documents, queries, and which documents are relevant to each query. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Folder of collections of third parties, which may not be redistributed. */
export const collectionsFolder =
  process.env.NEWSWATCH_COLLECTIONS ?? join(project, '../shared/collections');

const json = (path) => JSON.parse(readFileSync(join(project, path), 'utf8'));
const lines = (bytes) => bytes.toString().trim().split('\n');

/** The collections of {@link collectionsFolder}, in the order of their names; empty if it does not exist. */
export function publicCollections() {
  if (!existsSync(collectionsFolder)) return [];
  return readdirSync(collectionsFolder).sort().map(publicCollection);
}

/** Reads a folder with `docs.jsonl.gz`, `queries.jsonl` and `qrels.tsv` (query, document, gain). */
function publicCollection(name) {
  const read = (file) => readFileSync(join(collectionsFolder, name, file));
  const gains = new Map();
  for (const line of lines(read('qrels.tsv'))) {
    const [query, id, gain] = line.split('\t');
    if (Number(gain) <= 0) continue;
    gains.set(query, { ...gains.get(query), [id]: Number(gain) });
  }
  const items = lines(gunzipSync(read('docs.jsonl.gz'))).map((line) => {
    const { id, title, text, body } = JSON.parse(line);
    return { id: String(id), title: title ?? '', description: text ?? body ?? '', hoursAgo: 1 };
  });
  const queries = lines(read('queries.jsonl'))
    .map((line) => JSON.parse(line))
    .map(({ id, query }) => ({ query, relevant: gains.get(String(id)) }))
    .filter(({ relevant }) => relevant);
  return { name, items, queries };
}

/** The invented news of the project with its own judgments. */
export function sampleCollection() {
  const items = json('src/server/testing/sample/news.json').map(
    ({ id, title, description, body = '', source, hours_ago: hoursAgo }) => {
      return { id, title, description: `${description}\n\n${body}\n\n${source}`, hoursAgo };
    },
  );
  const queries = json('test/integration/server/search/ranking/judgments.json');
  return { name: 'sample', items, queries };
}
