/** Saved results: one file for each row, so that rows can be measured separately. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../results/', import.meta.url);
const fileOf = (row) => new URL(`${row.name}.json`, folder);

/** The saved result of a row, `{ measured, settings, machine }`; undefined if it was never saved. */
export function readResult(row) {
  const file = fileOf(row);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

export function saveResult(row, result) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(row), `${JSON.stringify(result, undefined, 2)}\n`);
}
