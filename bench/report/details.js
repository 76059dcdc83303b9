/** The page of a row. */
import { byNode, measuredNames, newestSpreads } from '../harness/results.js';
import { list, spreadText, table, targetCell, timeText, verdict } from './markdown.js';

function figureTable(row, runs) {
  const versions = byNode(runs);
  const columns = versions.flatMap(({ major, runs: [newest, before] }) => [
    { title: `Node ${major}: median (min – max)`, measured: newest.measured },
    ...(before === undefined
      ? []
      : [{ title: `Node ${major}: the run before`, measured: before.measured }]),
  ]);
  const lines = measuredNames(row, runs).map((name) => {
    const figure = row.figures[name];
    const cells = columns.map(({ measured }) =>
      measured[name] === undefined ? '' : spreadText(measured[name], figure.unit),
    );
    return [figure.what, targetCell(figure), ...cells, verdict(figure, newestSpreads(runs, name))];
  });
  return table(['what', 'target', ...columns.map(({ title }) => title), 'verdict'], lines);
}

/** The versions of what the row compares newswatch with, and their settings. */
function peerLines({ peers = {} }, { peers: versions = {} }) {
  const lines = Object.entries(peers).map(([name, { settings }]) => {
    const version = versions[name];
    if (version === undefined) return `- ${name} (version not recorded): ${settings}`;
    if (version === null) return `- ${name}: not installed when this was measured, so left out.`;
    return `- ${name} ${version}: ${settings}`;
  });
  return lines.length === 0 ? [] : [`**Compared with**\n\n${lines.join('\n')}`];
}

/** Sizes, machine and versions of a run, by heading. Its line has the rounds and the version of Node. */
function factsOf({ settings, machine, postgres = {} }) {
  const { rounds: _rounds, ...sizes } = settings;
  const { node: _node, ...computer } = machine;
  return { Settings: list(sizes), Machine: list(computer), PostgreSQL: list(postgres) };
}

const factText = ([heading, text]) => `${heading}: ${text}`;

function runLine({ date, commit, seconds, settings: { rounds }, machine }, isBefore, facts) {
  const parts = [
    `Node ${machine.node.slice(1)}${isBefore ? ' (the run before)' : ''}`,
    date,
    commit && `commit ${commit}`,
    seconds && timeText(seconds),
    rounds && (rounds === 1 ? '1 round' : `${rounds} rounds`),
  ];
  return `- ${[parts.filter(Boolean).join(', '), ...facts.map(factText)].join('. ')}`;
}

/** A line for each run, and once what all of them have in common. */
function runLines(runs) {
  const described = byNode(runs).flatMap(({ runs: [newest, before] }) => [
    { run: newest, facts: factsOf(newest), isBefore: false },
    ...(before === undefined ? [] : [{ run: before, facts: factsOf(before), isBefore: true }]),
  ]);
  const isCommon = ([heading, text]) => described.every(({ facts }) => facts[heading] === text);
  const isKnown = ([, text]) => text !== '';
  const common = Object.entries(described[0].facts).filter(isCommon).filter(isKnown);
  const lines = described.map(({ run, facts, isBefore }) => {
    const own = Object.entries(facts).filter((fact) => !isCommon(fact) && isKnown(fact));
    return runLine(run, isBefore, own);
  });
  return [lines.join('\n'), ...common.map((fact) => `${factText(fact)}.`)].join('\n\n');
}

function chartLine({ title, name }, runs) {
  const [lowest, ...others] = byNode(runs);
  const version = others.length === 0 ? '' : `\n\nThe chart shows Node ${lowest.major}.`;
  return `![${title}](${name}.svg)${version}`;
}

/**
 * @param runs the saved runs, newest first; empty if there are none
 * @param hasChart whether `<row>.svg` exists beside the page
 */
export function detailsPage(row, runs, hasChart) {
  const [newest] = runs;
  const { rounds } = newest?.settings ?? row.settings;
  const parts = [
    `# ${row.title}`,
    `${row.compares}${rounds === undefined ? '' : ` ${rounds} alternating rounds.`}`,
    newest === undefined ? 'There are no results yet.' : figureTable(row, runs),
    ...(hasChart ? [chartLine(row, runs)] : []),
    ...(row.spent === undefined
      ? []
      : [`**${row.spentHeading ?? 'Where the time goes'}.** ${row.spent}`]),
    `**Not measured.** ${row.leavesOut}`,
    ...(newest === undefined
      ? []
      : [...peerLines(row, newest), `**Measured**\n\n${runLines(runs)}`]),
    `Repeat with: \`npm run bench -- ${row.name}\`. [All benchmarks](../benchmarks.md)`,
  ];
  return `${parts.join('\n\n')}\n`;
}
