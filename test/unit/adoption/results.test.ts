import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readDocument } from '../../helpers/documents.ts';
import {
  type AdoptionRow,
  adoptionTables,
  readResult,
  rowsOfReport,
  testNames,
  withTables,
} from '../../ordeals/adoption/results.ts';

const row = { table: 'bundlers', tool: 'esbuild 1', check: 'bundle', outcome: 'works' } as const;
const report = (...rows: AdoptionRow[]) => rows.map((each) => `${JSON.stringify(each)}\n`).join('');

describe('the report of a run', () => {
  it('has the last row of each combination, sorted by table, tool and check', () => {
    const other = { ...row, tool: 'esbuild 0.9', outcome: 'not run' } as const;
    const rows = rowsOfReport(report(row, { ...row, tool: 'esbuild 0.10' }, other, row));
    expect(rows.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['esbuild 0.9', 'not run'],
      ['esbuild 0.10', 'works'],
      ['esbuild 1', 'works'],
    ]);
    const failed = { ...row, outcome: 'fails', note: 'exited with 1' } as const;
    expect(rowsOfReport(report({ ...row, outcome: 'not run' }, failed))).toEqual([failed]);
    expect(rowsOfReport('')).toEqual([]);
  });

  it.each([
    ['an unknown outcome', { ...row, outcome: 'passes' }],
    ['an unknown field', { ...row, notes: '' }],
    ['no tool', { ...row, tool: undefined }],
  ])('is refused with %s', (_, wrong) => {
    expect(() => rowsOfReport(JSON.stringify(wrong))).toThrow();
  });
});

describe('the tables', () => {
  const document = '<!-- adoption:bundlers -->\nold\n<!-- /adoption:bundlers -->\n';
  const result = (date: string, ...rows: AdoptionRow[]) => ({ date, platform: 'linux x64', rows });

  it('show tools with versions, outcomes and where they were measured', () => {
    const failed = { ...row, tool: 'a|b', outcome: 'fails', note: 'exited with 1' } as const;
    const versioned = { ...row, tool: 'npm 9', version: '9.8.7' };
    const text = withTables(document, [
      result('2026-01-02', versioned),
      result('2026-01-01', failed),
    ]);
    expect(text).toBe(`<!-- adoption:bundlers -->

| Tool | Check | Outcome | Note |
| --- | --- | --- | --- |
| a\\|b | bundle | fails | exited with 1 |
| npm 9 (9.8.7) | bundle | works |  |

Run on 2026-01-01 on linux x64, 2026-01-02 on linux x64.

<!-- /adoption:bundlers -->
`);
    expect(withTables(text, [result('2026-01-02', versioned), result('2026-01-01', failed)])).toBe(
      text,
    );
  });

  it('show sizes in kB and MB', () => {
    const sizes = document.replaceAll('bundlers', 'sizes');
    const size = { ...row, table: 'sizes', note: '1 package' } as const;
    const text = withTables(sizes, [
      result('2026-01-01', { ...size, bytes: 7_650_000 }, { ...size, check: 'zip', bytes: 1_234 }),
    ]);
    expect(text).toContain('| bundle | 7.7 MB | esbuild 1 | 1 package |\n');
    expect(text).toContain('| zip | 1.2 kB | esbuild 1 | 1 package |\n');
  });
});

describe('docs/compatibility.md', () => {
  const document = readDocument('docs/compatibility.md');
  const results = testNames().map(readResult);

  it('has the saved result of each file of the matrix', () => {
    expect(results).not.toContain(undefined);
    const saved = results.filter((result) => result !== undefined);
    expect(withTables(document, saved)).toBe(document);
  });

  it('has no combination that fails or was not run', () => {
    const rows = results.flatMap((result) => result?.rows ?? []);
    const bad = rows.filter(({ outcome }) => outcome === 'fails' || outcome === 'not run');
    expect(bad).toEqual([]);
  });

  it('has a filled table for each part of the matrix', () => {
    for (const table of adoptionTables) {
      expect(document).toMatch(
        new RegExp(
          `<!-- adoption:${table} -->\n\n\\| .*\\|\n\nRun on .*<!-- /adoption:${table} -->`,
          's',
        ),
      );
    }
  });

  it('has sizes only in its generated table', () => {
    const prose = document.replace(/<!-- adoption:sizes -->.*<!-- \/adoption:sizes -->/s, '');
    expect(prose).not.toMatch(/\d ?([kM]i?B|bytes)\b/);
  });
});

describe('the workflow', () => {
  it('runs each file of the matrix in a job of its own', () => {
    const { jobs } = parse(readDocument('.github/workflows/adoption.yml'));
    expect(jobs.matrix.strategy.matrix.file).toEqual(testNames());
  });
});
