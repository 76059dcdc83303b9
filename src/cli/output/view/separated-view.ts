import { itemsOf, membersOfItem } from './document-items.ts';
import { topLevelFields } from './schema-fields.ts';
import type { FieldSelection } from './select-fields.ts';
import { csvRecord, tsvRecord } from './separated-values.ts';
import type { Source, Target, View } from './view.ts';

interface SeparatedOptions {
  format: 'csv' | 'tsv';
  /** The names of the columns (default: all fields that are declared or in the first page). */
  fields?: FieldSelection['paths'] | undefined;
}

/** Creates a view with a record for each item, after one with the names of the fields. */
export function separatedView(
  { format, fields }: SeparatedOptions,
  source: Source,
  { terminal, warn }: Pick<Target, 'terminal' | 'warn'>,
): View {
  const record = format === 'csv' ? csvRecord : tsvRecord;
  let columns: readonly string[] | undefined;
  let hasWarned = fields !== undefined;
  return {
    streams: !terminal?.hasPager,
    render: async (json) => {
      const rows = itemsOf(json, source).map(membersOfItem);
      const names = new Set(rows.flatMap((members) => [...members.keys()]));
      const isFirst = columns === undefined;
      columns ??= fields ?? [
        ...new Set([...(source.operation ? topLevelFields(source.operation) : []), ...names]),
      ];
      const all = new Set(columns);
      const missing = [...names].find((name) => !all.has(name));
      if (missing !== undefined && !hasWarned) {
        hasWarned = true;
        warn(`the field ${missing} came too late for a column: name it in --fields`);
      }
      const heading = isFirst ? record(columns.map((name) => JSON.stringify(name))) : '';
      return (
        heading +
        rows.map((members) => record((columns ?? []).map((name) => members.get(name)))).join('')
      );
    },
  };
}
