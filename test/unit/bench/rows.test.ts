import { expect, it } from 'vitest';
import { rowChart } from '../../../bench/report/charts.js';
import { rows } from '../../../bench/rows/index.js';
import { readDocument } from '../../helpers/documents.ts';

interface Figure {
  what: string;
  unit: string;
  bound?: { value: number } | undefined;
  series?: string;
}

const all = rows.map(({ name, figures, ...row }) => ({
  name,
  row,
  figures: Object.entries<Figure>(figures),
}));

const bounded = all.map(({ name, row, figures }) => ({
  name,
  isChecked: 'check' in row,
  bounds: figures.filter(([, { bound }]) => bound !== undefined).map(([, figure]) => figure),
}));

it('rows have different names', () => {
  const names = rows.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

it('exactly the rows that CI runs have bounds', () => {
  for (const { name, isChecked, bounds } of bounded) {
    expect([name, bounds.length > 0]).toEqual([name, isChecked]);
  }
});

it('each row that the workflow names for --check has bounds', () => {
  const commands = readDocument('.github/workflows/ci.yml').matchAll(/run\.js --check (.+)/g);
  const named = [...commands].flatMap(([, names = '']) => names.split(' '));
  const checked = bounded.flatMap(({ name, isChecked }) => (isChecked ? [name] : []));
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !checked.includes(name))).toEqual([]);
});

it('no bound is a time or a rate, which other load on the machine changes', () => {
  const units = bounded.flatMap(({ bounds }) => bounds.map(({ unit }) => unit));
  expect([...new Set(units)].sort()).toEqual(['MB', '×']);
});

it('a ratio is measured in at least 15 rounds', () => {
  for (const { name, settings, figures } of rows) {
    const hasRatio = Object.values<Figure>(figures).some(({ unit }) => unit === '×');
    if (hasRatio && 'rounds' in settings) {
      expect([name, Math.min(settings.rounds, 15)]).toEqual([name, 15]);
    }
  }
});

it('each row that grows has a chart of all its sizes', () => {
  const growing = rows.filter(({ figures }) =>
    Object.values<Figure>(figures).some(({ series }) => series !== undefined),
  );
  expect(growing.map(({ name }) => name)).toContain('matching');
  for (const row of growing) {
    const names = Object.keys(row.figures);
    const measured = Object.fromEntries(names.map((name) => [name, { median: 1, min: 1, max: 1 }]));
    const { concat = [] } = rowChart(row, measured) ?? {};
    expect(concat.length).toBeGreaterThan(0);
    for (const { data } of concat) expect(data.values.length).toBeGreaterThan(2);
  }
});
