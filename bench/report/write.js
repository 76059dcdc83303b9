import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { byNode, readRuns } from '../harness/results.js';
import { rows } from '../rows/index.js';
import { rowChart } from './charts.js';
import { detailsPage } from './details.js';
import { draw } from './draw.js';
import { overview } from './overview.js';

const docs = new URL('../../docs/', import.meta.url);
const folder = new URL('benchmarks/', docs);

async function writeDetails({ row, runs }) {
  const [lowest] = byNode(runs);
  const chart = lowest && rowChart(row, lowest.runs[0].measured);
  if (chart !== undefined) {
    writeFileSync(new URL(`${row.name}.svg`, folder), await draw(row.title, chart));
  }
  writeFileSync(new URL(`${row.name}.md`, folder), detailsPage(row, runs, chart !== undefined));
}

/** Writes docs/benchmarks.md and the pages and charts of the rows from saved results. */
export async function writePages() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const results = rows.map((row) => ({ row, runs: readRuns(row) }));
  await Promise.all(results.map(writeDetails));
  writeFileSync(new URL('benchmarks.md', docs), overview(results));
}
