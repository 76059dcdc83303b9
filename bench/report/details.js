/** The page of a row. */
import { byNode, measuredNames, newestSpreads } from '../harness/results.js';
import { list, medianText, spreadText, table, targetCell, timeText, verdict } from './markdown.js';

function figureTable(row, sittings) {
  const versions = byNode(sittings);
  const columns = versions.flatMap(({ major, sittings: [newest, before] }) => [
    { title: `Node ${major}: median (min – max)`, measured: newest.measured, text: spreadText },
    ...(before === undefined
      ? []
      : [{ title: `Node ${major}: before`, measured: before.measured, text: medianText }]),
  ]);
  const lines = measuredNames(row, sittings).map((name) => {
    const figure = row.figures[name];
    const cells = columns.map(({ measured, text }) =>
      measured[name] === undefined ? '' : text(measured[name], figure.unit),
    );
    return [
      figure.what,
      targetCell(figure),
      ...cells,
      verdict(figure, newestSpreads(sittings, name)),
    ];
  });
  return table(['what', 'target', ...columns.map(({ title }) => title), 'verdict'], lines);
}

/** The versions of what the row compares newswatch with, and their settings. */
function peerLines({ peers = {} }, { peers: versions = {} }) {
  const lines = Object.entries(peers).map(([name, { settings }]) => {
    const version = versions[name];
    if (version == null) return `- ${name}: not installed when this was measured, so left out.`;
    return `- ${name} ${version}: ${settings}`;
  });
  return lines.length === 0 ? [] : [`**Compared with**\n\n${lines.join('\n')}`];
}

function sittingLine(name, { date, seconds, settings, machine, postgres }) {
  const when = date === undefined ? '' : `, ${date}`;
  const facts = {
    took: seconds === undefined ? '' : timeText(seconds),
    settings: list(settings),
    machine: list(machine),
    PostgreSQL: postgres === undefined ? '' : list(postgres),
  };
  const known = Object.entries(facts).filter(([, text]) => text !== '');
  return `- ${name}${when}: ${known.map(([fact, text]) => `${fact}: ${text}`).join('. ')}.`;
}

const sittingLines = (sittings) =>
  byNode(sittings)
    .flatMap(({ major, sittings: [newest, before] }) => [
      sittingLine(`Node ${major}`, newest),
      ...(before === undefined ? [] : [sittingLine(`Node ${major}, before`, before)]),
    ])
    .join('\n');

function chartLine({ title, name }, sittings) {
  const [lowest, ...others] = byNode(sittings);
  const version = others.length === 0 ? '' : `\n\nThe chart shows Node ${lowest.major}.`;
  return `![${title}](${name}.svg)${version}`;
}

/**
 * @param sittings the saved sittings, newest first; empty if there are none
 * @param hasChart whether `<row>.svg` exists beside the page
 */
export function detailsPage(row, sittings, hasChart) {
  const [newest] = sittings;
  const { rounds } = newest?.settings ?? row.settings;
  const parts = [
    `# ${row.title}`,
    `${row.compares}${rounds === undefined ? '' : ` ${rounds} alternating rounds.`}`,
    newest === undefined ? 'There are no results yet.' : figureTable(row, sittings),
    ...(hasChart ? [chartLine(row, sittings)] : []),
    ...(row.spent === undefined ? [] : [`**Where the time goes.** ${row.spent}`]),
    `**Not measured.** ${row.leavesOut}`,
    ...(newest === undefined
      ? []
      : [...peerLines(row, newest), `**Measured**\n\n${sittingLines(sittings)}`]),
    `Repeat with: \`npm run bench -- ${row.name}\`. [All benchmarks](../benchmarks.md)`,
  ];
  return `${parts.join('\n\n')}\n`;
}
