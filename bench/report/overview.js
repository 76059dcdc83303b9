/** The page with all figures that have a target. */
import { byNode, measuredNames, newestSpreads } from '../harness/results.js';
import { spreadText, table, targetCell, timeText, verdict } from './markdown.js';

const link = ({ name, title }) => `[${title}](benchmarks/${name}.md)`;

const hasTarget = ({ figures }, name) => figures[name].target !== undefined;

/** The figures of a row that have a target, each with its newest spread on each version of Node. */
const targetFigures = ({ row, runs }) =>
  measuredNames(row, runs)
    .filter((name) => hasTarget(row, name))
    .map((name) => ({
      row,
      figure: row.figures[name],
      spreads: newestSpreads(runs, name),
    }));

function summary(results) {
  const figures = results.flatMap(targetFigures);
  const majors = byNode(results.flatMap(({ runs }) => runs)).map(({ major }) => major);
  const lines = figures.map(({ row, figure, spreads }) => {
    const cells = majors.map((major) => {
      const on = spreads.find((each) => each.major === major);
      return on === undefined ? '' : spreadText(on.spread, figure.unit);
    });
    return [`${link(row)}: ${figure.what}`, targetCell(figure), ...cells, verdict(figure, spreads)];
  });
  const head = majors.map((major) => `Node ${major}`);
  return table(['what', 'target', ...head, 'verdict'], lines);
}

/** Links to rows, if there are any. */
const linksTo = (what, results) =>
  results.length === 0 ? [] : [`${what}: ${results.map(({ row }) => link(row)).join(', ')}.`];

/** Rows that show how cost grows or compare programs. */
const isWithoutTarget = ({ row, runs }) =>
  measuredNames(row, runs).every((name) => !hasTarget(row, name));

/** How long a whole run takes on each version of Node, if the time of each row is known. */
function duration(results) {
  const times = byNode(results.flatMap(({ runs }) => runs)).flatMap(({ major }) => {
    const seconds = results.map(({ runs }) => {
      const version = byNode(runs).find((each) => each.major === major);
      return version?.runs[0].seconds;
    });
    if (seconds.includes(undefined)) return [];
    const total = seconds.reduce((sum, each) => sum + each, 0);
    return [`${timeText(total)} on Node ${major}`];
  });
  if (times.length === 0) return [];
  return [`All rows took ${times.join(' and ')}; each page has the time of its row.`];
}

/** @param all rows with their saved runs, newest first */
export function overview(all) {
  const results = all.filter(({ runs }) => runs.length > 0);
  const missing = all.filter(({ runs }) => runs.length === 0);
  return `${[
    '# Benchmarks',
    introduction,
    summary(results),
    ...linksTo('Without a target', results.filter(isWithoutTarget)),
    ...linksTo('Without results yet', missing),
    measuring,
    ...duration(results),
    reading,
  ].join('\n\n')}\n`;
}

const introduction = `newswatch compared with other programs and with the minimum that the same work requires: an empty Node script, a
plain loop of requests, plain SQL. A figure is the median (minimum – maximum) of alternating rounds (A B A B …). Ratios
are taken within each round, so that other load on the machine affects both sides. The verdict compares the median with
the target, and says if that of the run before differs. A row whose rounds take minutes has fewer rounds, as its page
says.

Each row links to its page: the comparison, where the time goes, the limits of the measurement, versions and settings,
the figures of the latest run and the one before it on each version of Node, and charts. These pages are in the
repository, not in the npm package.`;

const measuring = `\`npm run bench\` measures all rows. \`npm run bench -- <row> …\` measures some, \`--rounds 3\` is quicker, and \`--list\`
lists the rows. PostgreSQL is started in a temporary folder if it is installed; programs that are not installed are
left out. The first run also generates the news, with word frequencies as in natural text, which takes some minutes; its
stores take 5 GB in \`node_modules/.cache/newswatch-bench\`. \`--write\` saves the results and writes these pages; it needs
the rounds that each row has by default. A missed target does not change the exit code. On Node 22, only the rows about
the start of the command line are measured.`;

const reading = `Compare the ratios; absolute times apply only to the machine listed on each page. CI runs \`node bench/run.js
--check\`, which takes about four minutes: smaller sizes, fewer rounds, and bounds that are wide enough for a busy
machine. The sizes of the package are in [compatibility](compatibility.md#sizes).`;
