/** The results that are kept: one file for each row, so that one row can be measured again. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../results/', import.meta.url);
const fileOf = (row) => new URL(`${row.name}.json`, folder);

/** What was kept of a row: `{ measured, settings, machine }`; undefined where nothing was. */
export function readResult(row) {
  const file = fileOf(row);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

export function keepResult(row, result) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(row), `${JSON.stringify(result, undefined, 2)}\n`);
}
