import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdoptionRow } from './report.ts';

// Runs the whole matrix, and writes its tables between the comments of docs/compatibility.md.
const document = 'docs/compatibility.md';
const report = join(mkdtempSync(join(tmpdir(), 'newswatch-adoption-')), 'rows.jsonl');
const env = {
  ...process.env,
  NEWSWATCH_ADOPTION: 'whole',
  NEWSWATCH_ADOPTION_REPORT: report,
};
const args = ['vitest', 'run', '--project', 'ordeals', '--maxWorkers=1', 'test/ordeals/adoption'];
const { status } = spawnSync('npx', args, { stdio: 'inherit', env });

const lines = existsSync(report) ? readFileSync(report, 'utf8').trimEnd().split('\n') : [];
const rows = lines.map((line) => JSON.parse(line) as AdoptionRow);
const text = readFileSync(document, 'utf8').replace(
  /(<!-- adoption:([a-z ]+) -->\n).*?(<!-- \/adoption:\2 -->)/gs,
  (_, start: string, name: string, end: string) => start + tableOf(name) + end,
);
writeFileSync(document, text);
process.exitCode = status ?? 1;

function tableOf(name: string): string {
  const cells = rows
    .filter(({ table }) => table === name)
    .map(({ tool, check, outcome, note = '' }) => [tool, check, outcome, note])
    .sort(([a = ''], [b = '']) => a.localeCompare(b, 'en', { numeric: true }));
  if (cells.length === 0) return '';
  const head = [
    ['Tool', 'Check', 'Outcome', 'Note'],
    ['---', '---', '---', '---'],
  ];
  const table = [...head, ...cells].map(
    (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`,
  );
  return `\n${table.join('')}\n`;
}
