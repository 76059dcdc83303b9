import type { StatementResult } from './conformance.ts';
import { sectionOf } from './statement.ts';
import { type SurfaceName, surfaceNames } from './surfaces/surface.ts';

const columnTitles: Readonly<Record<SurfaceName, string>> = {
  http: 'HTTP',
  mcp: 'MCP',
  cli: 'Command line',
};

/** One table for each section, with a row for each statement and a column for each surface. */
export function toMarkdown(results: readonly StatementResult[]): string {
  return [...groupBy(results, sectionOf)]
    .map(([section, group]) => `## Section ${section}\n\n${tableOf(group)}`)
    .join('\n');
}

function tableOf(results: readonly StatementResult[]): string {
  const titles = ['', 'Statement', ...surfaceNames.map((name) => columnTitles[name])];
  const rows = [...groupBy(results, ({ id }) => id)].map(([id, group]) => {
    const cells = surfaceNames.map((name) => {
      const found = group.find(({ surface }) => surface === name);
      return found === undefined ? '' : found.result;
    });
    const reason = group.find(({ result }) => result === 'skipped')?.reason;
    const statement = `${group[0]?.statement}${reason ? ` (${reason})` : ''}`;
    return [id, statement.replaceAll('|', '\\|'), ...cells];
  });
  const lines = [titles, titles.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function groupBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}
