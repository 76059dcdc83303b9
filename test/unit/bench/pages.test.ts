import { describe, expect, it } from 'vitest';
import { atMost } from '../../../bench/harness/target.js';
import { detailsPage } from '../../../bench/report/details.js';
import { overview } from '../../../bench/report/overview.js';

const spread = (median: number) => ({ median, min: median, max: median });

const row = {
  name: 'start',
  title: 'Start',
  compares: 'One program with another.',
  leavesOut: 'The disk.',
  settings: { rounds: 15 },
  peers: { curl: { version: () => '1', settings: 'silent.' } },
  figures: {
    ratio: { what: 'start', unit: '×', target: atMost(2) },
    time: { what: 'the other', unit: 'ms' },
  },
};

const run = (ratio: number, node = 'v20.18.1') => ({
  date: '2026-11-28',
  seconds: 90,
  settings: { rounds: 15 },
  measured: { ratio: spread(ratio), time: spread(1234.56), removed: spread(1) },
  peers: { curl: '7.88.1' },
  machine: { node },
});

describe('the overview', () => {
  it('has each figure with a target, with a link to its page', () => {
    const page = overview([{ row, runs: [run(1.5)] }]);
    expect(page).toContain('| [Start](benchmarks/start.md): start | ≤ 2 × | 1.5 × | met |');
    expect(page).not.toContain('the other');
  });

  it('says that a target is missed', () => {
    expect(overview([{ row, runs: [run(2.5)] }])).toContain('| 2.5 × | **missed** |');
  });

  it('has the figures of each version of Node, and names those that miss', () => {
    const page = overview([{ row, runs: [run(2.5, 'v24.1.0'), run(1.5)] }]);
    expect(page).toContain('| what | target | Node 20 | Node 24 | verdict |');
    expect(page).toContain('| ≤ 2 × | 1.5 × | 2.5 × | **missed** on Node 24 |');
  });

  it.each([
    [[1.5, 2.5], 'met; missed in the run before on Node 20'],
    [[2.5, 1.5], '**missed**; met in the run before on Node 20'],
    [[1.5, 1.7], 'met'],
  ] as const)('says if the run before has another verdict: %s', ([newest, before], verdict) => {
    const page = overview([{ row, runs: [run(newest), run(before)] }]);
    expect(page).toContain(`| ${newest} × | ${verdict} |`);
  });

  it('leads to rows without a target', () => {
    const { time } = row.figures;
    const other = { ...row, name: 'growth', title: 'Growth', figures: { time } };
    const page = overview([{ row: other, runs: [run(1)] }]);
    expect(page).toContain('Without a target: [Growth](benchmarks/growth.md).');
  });

  it('leads to rows without results', () => {
    const page = overview([{ row, runs: [] }]);
    expect(page).toContain('Without results yet: [Start](benchmarks/start.md).');
  });

  it('adds up the time of the rows only if that of each is known', () => {
    const { seconds: _, ...untimed } = run(1);
    const known = { row, runs: [run(1)] };
    expect(overview([known, known])).toContain('took 3 min');
    expect(overview([known, { row, runs: [untimed] }])).not.toContain('took');
  });
});

describe('the page of a row', () => {
  it('has all figures that the row still measures', () => {
    const page = detailsPage(row, [run(1.5)], false);
    expect(page).toContain('| start | ≤ 2 × | 1.5 × | met |');
    expect(page).toContain('| the other |  | 1,235 ms |  |');
    expect(page).not.toContain('undefined');
    expect(page).not.toContain('.svg');
  });

  it('leaves out what only an older run measured', () => {
    const before = { ...run(1), measured: { ratio: spread(3), time: spread(7) } };
    const newest = { ...run(1), measured: { time: spread(5) } };
    const page = detailsPage(row, [newest, before], false);
    expect(page).toContain('| the other |  | 5 ms | 7 ms |  |');
    expect(page).not.toContain('| start |');
    expect(overview([{ row, runs: [newest, before] }])).not.toContain('| ≤ 2 × |');
  });

  it('says that there are no results', () => {
    expect(detailsPage(row, [], false)).toContain('There are no results yet.');
  });

  it('shows the medians of both runs, and how each was measured', () => {
    const page = detailsPage(row, [run(1.5), run(1.7)], true);
    expect(page).toContain('| start | ≤ 2 × | 1.5 × | 1.7 × | met |');
    expect(page).toContain('![Start](start.svg)');
    expect(page).toContain(
      '- Node 20.18.1, 2026-11-28, 90 s, 15 rounds\n- Node 20.18.1 (the run before), 2026-11-28, 90 s',
    );
  });

  it('names the commit that was measured, if it is known', () => {
    const page = detailsPage(row, [{ ...run(1), commit: '0123abcd' }, run(1)], false);
    expect(page).toContain('- Node 20.18.1, 2026-11-28, commit 0123abcd, 90 s, 15 rounds\n');
    expect(page).toContain('(the run before), 2026-11-28, 90 s, 15 rounds');
  });

  it('has settings and machine once if all runs share them, and with each run otherwise', () => {
    const on = (cpu: string) => ({
      ...run(1),
      settings: { rounds: 15, items: 7 },
      machine: { node: 'v20.18.1', cpu },
    });
    const shared = detailsPage(row, [on('one'), on('one')], false);
    expect(shared).toContain('15 rounds\n\nSettings: items 7.\n\nMachine: cpu one.\n');
    const different = detailsPage(row, [on('one'), on('two')], false);
    expect(different).toContain('15 rounds. Machine: cpu one\n');
    expect(different).toContain('15 rounds. Machine: cpu two\n\nSettings: items 7.\n');
  });

  it('has the heading that the row declares for its costs', () => {
    const costly = { ...row, spent: 'In caches.' };
    expect(detailsPage(costly, [], false)).toContain('**Where the time goes.** In caches.');
    const declared = { ...costly, spentHeading: 'Where the memory goes' };
    expect(detailsPage(declared, [], false)).toContain('**Where the memory goes.** In caches.');
  });

  it('has a column for each version of Node', () => {
    const page = detailsPage(row, [run(2.5, 'v24.1.0'), run(1.5), run(1.7)], false);
    expect(page).toContain('| start | ≤ 2 × | 1.5 × | 1.7 × | 2.5 × | **missed** on Node 24 |');
  });

  it('states versions and settings of peers, and which were left out', () => {
    expect(detailsPage(row, [run(1)], false)).toContain('- curl 7.88.1: silent.');
    const without = { ...run(1), peers: { curl: null } };
    expect(detailsPage(row, [without], false)).toContain('- curl: not installed');
    const undeclared = { ...run(1), peers: {} };
    expect(detailsPage(row, [undeclared], false)).toContain('- curl (version not recorded): ');
  });
});
