/**
 * Records as one JSON parameter, for `json_populate_recordset` or `json_to_recordset`. PostgreSQL
 * stores neither NUL nor lone surrogates in text: both become U+FFFD.
 *
 * @param columns the columns to include (default: all)
 */
export function rowsParameter<Row>(
  rows: readonly Row[],
  columns?: readonly (keyof Row & string)[],
): string {
  const picked = columns
    ? rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))
    : rows;
  const json = JSON.stringify(picked);
  // Checking all texts at once takes a tenth of the time of a replacer.
  if (!escapes.test(json)) return json;
  return JSON.stringify(picked, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(unstorable, '\ufffd') : value,
  );
}

const unstorable = /[\0\p{Cs}]/gu;
/** How JSON has unstorable characters. The text may also have a backslash before these letters. */
const escapes = /\\u(?:0000|d[89a-f])/;
