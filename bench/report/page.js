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

/** What stands of a figure in a table. */
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
  return table(['what', 'target', 'median (smallest – largest)', ''], lines);
}

/** The machines that the rows were measured on, mostly one. */
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
  const head = ['what', 'target', 'median (smallest – largest)', ''];
  const lines = Object.entries(measured).map(([name, spread]) => cells(row.figures[name], spread));
  const chart = rowChart(row, measured);
  if (chart) await writeChart(row.name, row.title, chart);
  const rounds = settings.rounds === undefined ? '' : ` ${settings.rounds} alternated rounds.`;
  return [
    `<a id="${row.name}"></a>\n\n## ${row.title}`,
    `${row.compares}${rounds}`,
    table(head, lines),
    chart ? `![${row.title}](benchmarks/${row.name}.svg)` : undefined,
    row.spent === undefined ? undefined : `**Where the time goes.** ${row.spent}`,
    row.tried === undefined ? undefined : `**What was tried.** ${row.tried}`,
    `**Left out.** ${row.leavesOut}`,
    `To repeat: \`npm run bench -- ${row.name}\``,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n');
}

/** Writes docs/benchmarks.md and its charts from the results that are kept. */
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

const introduction = `newswatch beside what one would use in its place, and beside what the machine can do. Each figure is
the median of alternated rounds (A B A B …), with the smallest and the largest; a ratio is taken within each round,
so that whatever else the machine did met both alike. Read the ratios: absolute times hold for this machine alone.

\`npm run bench\` measures all rows, \`npm run bench -- <row> …\` some, \`--list\` names them, and \`--write\` keeps the
results and makes this page anew (\`--page\` makes it of what was kept). The large stores are made once, of invented
news whose words are as frequent as in natural text; the first run takes some minutes more for that.`;
