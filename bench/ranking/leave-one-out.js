/**
 * Prints the nDCG@10 of other values of two parameters of the ranking, and the value that is best for
 * all public collections but one, with its nDCG@10 on that one. Run with
 * `node bench/ranking/leave-one-out.js`.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { collectionsFolder, publicCollections } from './collections.js';
import { indexed, searchOf } from './newswatch.js';
import { quality } from './quality.js';

const project = fileURLToPath(new URL('../..', import.meta.url));
const parameters = [
  { file: 'ranking.ts', name: 'feedbackShare', values: [0, 0.2, 0.3, 0.4] },
  { file: 'relevance.ts', name: 'normalization', values: [0.5, 0.75, 0.9] },
];

const print = (text) => process.stdout.write(`${text}\n`);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A copy of the source code with another value of a constant, as a URL. */
function variant(folder, { file, name }, value) {
  const copy = join(folder, `${name}-${value}`);
  cpSync(join(project, 'src'), copy, { recursive: true });
  const path = join(copy, 'server/search/ranking', file);
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(new RegExp(`(const ${name} = )[\\d.]+;`), `$1${value};`);
  if (!changed.includes(`const ${name} = ${value};`)) throw new Error(`${file} has no ${name}`);
  writeFileSync(path, changed);
  return pathToFileURL(`${copy}/`);
}

const collections = publicCollections();
if (collections.length < 2) {
  print(`No two judged collections in ${collectionsFolder}: set NEWSWATCH_COLLECTIONS.`);
  process.exit(1);
}
const folder = mkdtempSync(join(project, 'node_modules/.ranking-'));
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const stores = await Promise.all(collections.map(indexed));

async function ndcgs(source) {
  const found = [];
  for (const [at, collection] of collections.entries()) {
    const { ndcg } = await quality(collection, await searchOf(stores[at], source));
    found.push(ndcg);
  }
  return found;
}

for (const parameter of parameters) {
  print(`\n${parameter.name}: ${collections.map(({ name }) => name).join(', ')}, mean`);
  const tried = [];
  for (const value of parameter.values) {
    const found = await ndcgs(variant(folder, parameter, value));
    tried.push({ value, found });
    print(`${value}: ${[...found, mean(found)].map((each) => each.toFixed(3)).join(', ')}`);
  }
  for (const [left, { name }] of collections.entries()) {
    const others = ({ found }) => mean(found.filter((_, at) => at !== left));
    const best = tried.toSorted((a, b) => others(b) - others(a))[0];
    print(`without ${name}: best ${best.value}, which gives it ${best.found[left].toFixed(3)}`);
  }
}
for (const store of stores) await store.close();
