import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setup as build } from '../../helpers/build-with-types.ts';
import {
  type AdoptionRow,
  readResult,
  rowsOfReport,
  testNames,
  withTables,
  writeResult,
} from './results.ts';

// Runs the files that the arguments name, such as `bundlers` (default: all), with every combination,
// and saves their results. It builds the package once. Then writes the tables of the document from all saved results.
const document = 'docs/compatibility.md';
const maxMinutes = 20;

const names = testNames();
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`unknown: ${unknown.join(', ')}; known: ${names.join(', ')}\n`);
  process.exit(2);
}

await build();
const failed = (chosen.length > 0 ? chosen : names).filter((name) => !runFile(name));
const results = names.map(readResult).filter((result) => result !== undefined);
writeFileSync(document, withTables(readFileSync(document, 'utf8'), results));
if (failed.length > 0) {
  process.stderr.write(`failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

/** Runs a test file and saves its result. Returns whether all of it passed. */
function runFile(name: string): boolean {
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-adoption-'));
  const report = join(folder, 'rows.jsonl');
  const env = {
    ...process.env,
    NEWSWATCH_ADOPTION: 'whole',
    NEWSWATCH_ADOPTION_REPORT: report,
    NEWSWATCH_BUILT: '1',
  };
  const file = `test/ordeals/adoption/${name}.test.ts`;
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'ordeals', file];
  const { status } = spawnSync(process.execPath, vitest, {
    stdio: 'inherit',
    env,
    timeout: maxMinutes * 60_000,
  });
  const rows = rowsOfReport(existsSync(report) ? readFileSync(report, 'utf8') : '');
  rmSync(folder, { recursive: true, force: true });
  if (rows.length > 0) {
    const date = new Date().toISOString().slice(0, 10);
    writeResult(name, { date, platform: `${process.platform} ${process.arch}`, rows });
  }
  process.stdout.write(`${name}: ${Math.round((performance.now() - start) / 1000)} s\n`);
  const isExpected = ({ outcome }: AdoptionRow) => outcome !== 'fails' && outcome !== 'not run';
  return status === 0 && rows.every(isExpected);
}
