import { mkdirSync, writeFileSync } from 'node:fs';
import { readResult } from '../harness/results.js';
import { meets, targetText } from '../harness/target.js';
import { rows } from '../rows/index.js';
import { rowChart, targetsChart } from './charts.js';
import { draw } from './draw.js';

const docs = new URL('../../docs/', import.meta.url);
const distancesTitle = 'How far each figure is from its target';
const number = (value) => value.toLocaleString('en', { maximumSignificantDigits: 4 });

function spreadText({ median, min, max }, unit) {
  const range = min === max ? '' : ` (${number(min)} – ${number(max)})`;
  return `${number(median)} ${unit}${range}`;
}

const table = (head, lines) =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function verdict({ target }, { median }) {
  if (target === undefined) return '';
  return meets(target, median) ? 'met' : '**missed**';
}

/** The table cells of a figure. */
function cells(figure, spread) {
  const target = figure.target === undefined ? '' : targetText(figure.target, figure.unit);
  return [figure.what, target, spreadText(spread, figure.unit), verdict(figure, spread)];
}

function summary(results) {
  const lines = results.flatMap(({ row, measured }) =>
    Object.entries(measured)
      .filter(([name]) => row.figures[name].target !== undefined)
      .map(([name, spread]) => {
        const [what, ...rest] = cells(row.figures[name], spread);
        return [`[${row.title}](#${row.name}): ${what}`, ...rest];
      }),
  );
  return table(['what', 'target', 'median (min – max)', ''], lines);
}

/** The machines that the rows were measured on, usually one. */
function machines(results) {
  const rowsByMachine = new Map();
  for (const { row, machine } of results) {
    const key = JSON.stringify(machine);
    rowsByMachine.set(key, [...(rowsByMachine.get(key) ?? []), row.name]);
  }
  return [...rowsByMachine].map(([key, names]) => {
    const facts = Object.entries(JSON.parse(key)).map(([name, value]) => `${name}: ${value}`);
    const which = rowsByMachine.size > 1 ? ` (${names.join(', ')})` : '';
    return `- ${facts.join('; ')}${which}`;
  });
}

async function writeChart(name, title, chart) {
  writeFileSync(new URL(`benchmarks/${name}.svg`, docs), await draw(title, chart));
}

async function section({ row, measured, settings }) {
  const head = ['what', 'target', 'median (min – max)', ''];
  const lines = Object.entries(measured).map(([name, spread]) => cells(row.figures[name], spread));
  const chart = rowChart(row, measured);
  if (chart) await writeChart(row.name, row.title, chart);
  const rounds = settings.rounds === undefined ? '' : ` ${settings.rounds} alternating rounds.`;
  return [
    `<a id="${row.name}"></a>\n\n## ${row.title}`,
    `${row.compares}${rounds}`,
    table(head, lines),
    chart ? `![${row.title}](benchmarks/${row.name}.svg)` : undefined,
    row.spent === undefined ? undefined : `**Where the time goes.** ${row.spent}`,
    `**Not measured.** ${row.leavesOut}`,
    `Repeat with: \`npm run bench -- ${row.name}\``,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n');
}

/** Writes docs/benchmarks.md and its charts from saved results. */
export async function writePage() {
  mkdirSync(new URL('benchmarks/', docs), { recursive: true });
  const results = rows.flatMap((row) => {
    const result = readResult(row);
    return result === undefined ? [] : [{ row, ...result }];
  });
  await writeChart('targets', distancesTitle, targetsChart(results));
  const sections = await Promise.all(results.map(section));
  const page = [
    '# Benchmarks',
    introduction,
    summary(results),
    `![${distancesTitle}](benchmarks/targets.svg)`,
    '## Measured on',
    machines(results).join('\n'),
    ...sections,
  ].join('\n\n');
  writeFileSync(new URL('benchmarks.md', docs), `${page}\n`);
}

const introduction = `newswatch compared with alternatives and with the limits of the machine. Each figure is the median of
alternating rounds (A B A B …) with minimum and maximum. Ratios are taken within each round, so that other load on
the machine affects both sides. Read the ratios: absolute times hold for this machine only.

\`npm run bench\` measures all rows, \`npm run bench -- <row> …\` some, \`--list\` lists them, and \`--write\` saves the
results and writes this page (\`--page\` writes it from saved results). The large stores are generated once, with word
frequencies as in natural text, so the first run takes some minutes longer.

The sizes of the package are in [compatibility](compatibility.md#sizes).`;
