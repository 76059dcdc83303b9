/** Saved results: a file for each row with its last two sittings, so that both can be compared. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../results/', import.meta.url);
const fileOf = (row) => new URL(`${row.name}.json`, folder);

/** Sittings that are kept. */
const kept = 2;

/** The sittings with a new one: newest first. */
export const withSitting = (sittings, sitting) => [sitting, ...sittings].slice(0, kept);

/** The saved sittings of a row, newest first; empty if it was never saved. */
export function readSittings(row) {
  const file = fileOf(row);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

export function saveSitting(row, sitting) {
  mkdirSync(folder, { recursive: true });
  const sittings = withSitting(readSittings(row), sitting);
  writeFileSync(fileOf(row), `${JSON.stringify(sittings, undefined, 2)}\n`);
}
