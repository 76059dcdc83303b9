import { elementsOf, membersOf } from '../json-parts.ts';
import { type CellOptions, cellText } from './cell-text.ts';
import { defaultColumns, otherLists } from './default-columns.ts';
import { itemsOf, listOf, membersOfItem } from './document-items.ts';
import { type Column, listTable } from './list-table.ts';
import { isTime } from './local-time.ts';
import { recordTable } from './record-table.ts';
import { valueAt } from './value-at.ts';
import type { Source, Target, View } from './view.ts';

/** Levels of an object that have lines of their own. */
const maxDepth = 6;

/**
 * Creates a view for people: a table with a line for each item, or for one object a line for each field.
 * On a terminal it fits the width, and times are those of the time zone; elsewhere nothing is cut off or
 * converted.
 *
 * @param fields the columns (default: those declared for the operation or the document)
 */
export function tableView(
  fields: readonly string[] | undefined,
  source: Source,
  { terminal, hasColor, redact, warn }: Target,
): View {
  const { operation, columns: declared = operation && defaultColumns[operation.name] } = source;
  const cell: CellOptions = { redact, times: terminal };
  const shown = { hasColor, isolates: terminal !== undefined };
  return {
    streams: false,
    isSafe: true,
    render: async (json, place) => {
      if (listOf(json, source) === undefined) {
        const entries = entriesOf(json, cell);
        return recordTable(entries, { ...shown, width: terminal?.width });
      }
      // A pager scrolls to the side.
      const isPaged = place?.hasPager ?? terminal?.hasPager;
      const width = isPaged ? undefined : terminal?.width;
      const tableOf = (list: Source, columns: readonly string[] | undefined) => {
        const rows = itemsOf(json, list).map(membersOfItem);
        const names = columns ?? new Set(rows.flatMap((members) => [...members.keys()]));
        return listTable(
          [...names].map((name) => columnOf(name, rows, cell)),
          { ...shown, width },
        );
      };
      const { text, omitted } = tableOf(source, fields ?? declared);
      // The default columns are those that fit.
      if (fields && omitted.length > 0) {
        warn(`the terminal is too narrow for ${omitted.join(', ')}; use fewer --fields or --pager`);
      }
      const other = fields === undefined && operation ? otherLists[operation.name] : undefined;
      if (!other) return text;
      const { text: first } = tableOf({ list: other.list }, other.columns);
      return `${other.list}:\n${first}\n${source.list}:\n${text}`;
    },
  };
}

function columnOf(
  name: string,
  rows: readonly ReadonlyMap<string, string>[],
  options: CellOptions,
): Column {
  const values = rows.map((members) => valueAt(members, name));
  const present = values.filter((each) => each !== undefined).filter((each) => each !== 'null');
  const isNumeric = present.length > 0 && present.every((each) => /^[-\d]/.test(each));
  return {
    name: cellText(JSON.stringify(name), options),
    cells: values.map((json) => cellText(json, options).replace(/\s+/g, ' ').trim()),
    isNumeric,
    canBeCut:
      present.length === 0 ||
      (!isNumeric && !/(^|[._])id$/.test(name) && !present.every(isTimeOrUrl)),
  };
}

function isTimeOrUrl(json: string): boolean {
  return isTime(json.slice(1, -1)) || /^"https?:/.test(json);
}

/** The fields of an object with their paths, those of objects in it one by one. */
function entriesOf(json: string, options: CellOptions, path = '', depth = 0): [string, string][] {
  const children = depth < maxDepth ? childrenOf(json) : [];
  if (children.length === 0) {
    const text = /^[[{]\s*[\]}]$/.test(json) ? '' : cellText(json, options);
    return depth === 0 ? [] : [[cellText(JSON.stringify(path), options), text]];
  }
  return children.flatMap(([name, value]) =>
    entriesOf(value, options, path === '' ? name : `${path}.${name}`, depth + 1),
  );
}

/** The members of an object, and the elements of an array that has objects. */
function childrenOf(json: string): (readonly [string, string])[] {
  if (json.startsWith('{')) return [...membersOf(json)];
  if (!json.startsWith('[')) return [];
  const elements = elementsOf(json);
  return elements.some((each) => each.startsWith('{'))
    ? elements.map((each, index) => [String(index), each] as const)
    : [];
}
