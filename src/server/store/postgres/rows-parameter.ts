/**
 * Records as one parameter, which `json_populate_recordset` or `json_to_recordset` opens: any number
 * of rows in one statement. No text of PostgreSQL holds a NUL or half a character; they become U+FFFD.
 */
export function rowsParameter(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(unstorable, '\ufffd') : value,
  );
}

const unstorable = /[\0\p{Cs}]/gu;
