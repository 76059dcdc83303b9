/** The page of a row. */
import { list, medianText, spreadText, table, targetCell, timeText, verdict } from './markdown.js';

function figureTable({ figures }, [newest, before]) {
  const earlier = ({ unit }, name) => {
    const spread = before?.measured[name];
    return spread === undefined ? '' : medianText(spread, unit);
  };
  const inBoth = (now, then) => (before === undefined ? [now] : [now, then]);
  const lines = Object.entries(newest.measured)
    .filter(([name]) => figures[name] !== undefined)
    .map(([name, spread]) => {
      const figure = figures[name];
      const { what, unit } = figure;
      return [
        what,
        targetCell(figure),
        ...inBoth(spreadText(spread, unit), earlier(figure, name)),
        verdict(figure, spread),
      ];
    });
  const runs = inBoth('median (min – max)', 'median of the sitting before');
  return table(['what', 'target', ...runs, 'verdict'], lines);
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

function sittingLines([newest, before]) {
  const earlier = before === undefined ? [] : [sittingLine('the sitting before', before)];
  return [sittingLine('this sitting', newest), ...earlier].join('\n');
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
    ...(hasChart ? [`![${row.title}](${row.name}.svg)`] : []),
    ...(row.spent === undefined ? [] : [`**Where the time goes.** ${row.spent}`]),
    `**Not measured.** ${row.leavesOut}`,
    ...(newest === undefined
      ? []
      : [...peerLines(row, newest), `**Measured**\n\n${sittingLines(sittings)}`]),
    `Repeat with: \`npm run bench -- ${row.name}\`. [All benchmarks](../benchmarks.md)`,
  ];
  return `${parts.join('\n\n')}\n`;
}
