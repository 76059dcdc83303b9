import type { StatementResult } from './conformance.ts';
import { sections } from './statements.ts';
import { type SurfaceName, surfaceNames } from './surfaces/surface.ts';

const columnTitles: Readonly<Record<SurfaceName, string>> = {
  http: 'HTTP',
  mcp: 'MCP',
  cli: 'Command line',
};

/** A heading and a table for each section that has results. */
export function toMarkdown(results: readonly StatementResult[]): string {
  return sections
    .flatMap(({ title, statements }) => {
      const rows = statements.flatMap(({ id }) => rowOf(results.filter((each) => each.id === id)));
      return rows.length === 0 ? [] : [`### ${title}\n\n${tableOf(rows)}`];
    })
    .join('\n');
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const titles = ['', 'Statement', ...surfaceNames.map((name) => columnTitles[name])];
  const lines = [titles, titles.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** The row of one statement; none if it has no results. */
function rowOf(results: readonly StatementResult[]): string[][] {
  const [first] = results;
  if (first === undefined) return [];
  const cells = surfaceNames.map((name) => {
    const found = results.find(({ surface }) => surface === name);
    return found === undefined ? '' : cellOf(found);
  });
  return [[first.id, first.statement.replaceAll('|', '\\|'), ...cells]];
}

/** @returns the file that shows the statement, if that is not a check, else the result and its reason */
function cellOf({ result, reason, shown_by }: StatementResult): string {
  if (shown_by !== undefined) return `shown by \`${shown_by}\``;
  return reason === undefined ? result : `${result}: ${reason.replaceAll('|', '\\|')}`;
}
