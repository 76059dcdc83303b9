/** Saved results: a file for each row, with its last two sittings on each major version of Node. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../results/', import.meta.url);
const fileOf = (row) => new URL(`${row.name}.json`, folder);

/** Sittings that are kept for each major version of Node. */
const kept = 2;

const majorOf = ({ machine }) => Number(/^v(\d+)/.exec(machine.node)?.[1]);

/** The sittings of each major version of Node: the lowest version first, its newest sitting first. */
export function byNode(sittings) {
  const majors = [...new Set(sittings.map(majorOf))].sort((a, b) => a - b);
  return majors.map((major) => ({
    major,
    sittings: sittings.filter((sitting) => majorOf(sitting) === major),
  }));
}

/** A figure's newest spread on each version of Node that has it. */
export const newestSpreads = (sittings, name) =>
  byNode(sittings)
    .map(({ major, sittings: [{ measured }] }) => ({ major, spread: measured[name] }))
    .filter(({ spread }) => spread !== undefined);

/** The names of the row's figures that the newest sitting on some version of Node measured. */
export const measuredNames = ({ figures }, sittings) =>
  Object.keys(figures).filter((name) => newestSpreads(sittings, name).length > 0);

/** The sittings with a new one: newest first. */
export function withSitting(sittings, sitting) {
  const same = sittings.filter((each) => majorOf(each) === majorOf(sitting));
  const dropped = same.slice(kept - 1);
  return [sitting, ...sittings.filter((each) => !dropped.includes(each))];
}

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
