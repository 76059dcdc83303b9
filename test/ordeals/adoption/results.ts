import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** The tables of docs/compatibility.md. */
export const adoptionTables = [
  'installation',
  'sizes',
  'bundlers',
  'runtimes',
  'types',
  'test tools',
] as const;

/** A combination of the adoption matrix. */
const adoptionCheck = z.strictObject({
  table: z.enum(adoptionTables),
  /** The tool with the version that is asked for, such as `webpack 5.112.2` or `npm 12`. */
  tool: z.string(),
  /** What is done with it, such as `search, verify a webhook`. */
  check: z.string(),
});

export type AdoptionCheck = z.infer<typeof adoptionCheck>;

/** A combination, and whether the packed package works in it. */
export const adoptionRow = z.extend(adoptionCheck, {
  /** `refused by Node`: this version cannot do it, and the documents say so. */
  outcome: z.enum(['works', 'refused by Node', 'fails', 'not run']),
  /** The version that was used, if `tool` names several. */
  version: z.optional(z.string()),
  /** The size that was measured. */
  bytes: z.optional(z.int()),
  /** A detail, or why the check failed. */
  note: z.optional(z.string()),
});

export type AdoptionRow = z.infer<typeof adoptionRow>;

/** The last result of a test file: `results/<name>.json` for `<name>.test.ts`. */
const adoptionResult = z.strictObject({
  /** When it was run. */
  date: z.iso.date(),
  /** Where it was run, such as `linux x64`. */
  platform: z.string(),
  rows: z.array(adoptionRow).check(z.minLength(1)),
});

export type AdoptionResult = z.infer<typeof adoptionResult>;

const folder = import.meta.dirname;
const fileOf = (name: string) => join(folder, 'results', `${name}.json`);

/** The names of the test files, without `.test.ts`, sorted. */
export function testNames(): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  return names.map((name) => name.replace('.test.ts', '')).sort();
}

/**
 * The saved result of a test file; undefined if it was never run.
 *
 * @throws {Error} if the file has another shape
 */
export function readResult(name: string): AdoptionResult | undefined {
  const file = fileOf(name);
  if (!existsSync(file)) return undefined;
  return adoptionResult.parse(JSON.parse(readFileSync(file, 'utf8')));
}

export function writeResult(name: string, result: AdoptionResult): void {
  writeFileSync(fileOf(name), `${JSON.stringify(result, undefined, 2)}\n`);
}

/** The rows of a report, one for each combination: the last one. Sorted by tool and check. */
export function rowsOfReport(report: string): AdoptionRow[] {
  const lines = report.split('\n').filter((line) => line !== '');
  const rows = lines.map((line) => adoptionRow.parse(JSON.parse(line)));
  return sorted([...new Map(rows.map((row) => [keyOf(row), row])).values()]);
}

const keyOf = ({ table, tool, check }: AdoptionCheck) => `${table} | ${tool} | ${check}`;

function sorted(rows: readonly AdoptionRow[]): AdoptionRow[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return rows.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
}

/** A document with a table of the results in each pair of comments `<!-- adoption:<table> -->`. */
export function withTables(document: string, results: readonly AdoptionResult[]): string {
  return document.replace(
    /(<!-- adoption:([a-z ]+) -->\n).*?(<!-- \/adoption:\2 -->)/gs,
    (_, start: string, table: string, end: string) => start + tableOf(table, results) + end,
  );
}

function tableOf(table: string, all: readonly AdoptionResult[]): string {
  const results = all.map((result) => ({
    ...result,
    rows: result.rows.filter((row) => row.table === table),
  }));
  const used = results.filter(({ rows }) => rows.length > 0);
  if (used.length === 0) return '';
  const dates = [...new Set(used.map(({ date, platform }) => `${date} on ${platform}`))].sort();
  const columns = table === 'sizes' ? sizeColumns : checkColumns;
  const names = Object.keys(columns);
  const cells = sorted(used.flatMap(({ rows }) => rows)).map((row) =>
    Object.values(columns).map((column) => column(row)),
  );
  const lines = [names, names.map(() => '---'), ...cells].map(
    (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`,
  );
  return `\n${lines.join('')}\nRun on ${dates.join(', ')}.\n\n`;
}

type Columns = Readonly<Record<string, (row: AdoptionRow) => string>>;

const checkColumns: Columns = {
  Tool: ({ tool, version }) => (version === undefined ? tool : `${tool} (${version})`),
  Check: ({ check }) => check,
  Outcome: ({ outcome }) => outcome,
  Note: ({ note = '' }) => note,
};

const sizeColumns: Columns = {
  What: ({ check }) => check,
  Size: ({ bytes, outcome }) => (bytes === undefined ? outcome : sizeText(bytes)),
  Tool: ({ tool }) => tool,
  Note: ({ note = '' }) => note,
};

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
