/** Saved results: a file for each row, with its last two runs on each major version of Node. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../results/', import.meta.url);
const fileOf = (row) => new URL(`${row.name}.json`, folder);

/** Runs that are kept for each major version of Node. */
const kept = 2;

const majorOf = ({ machine }) => Number(/^v(\d+)/.exec(machine.node)?.[1]);

/** The runs of each major version of Node: the lowest version first, its newest run first. */
export function byNode(runs) {
  const majors = [...new Set(runs.map(majorOf))].sort((a, b) => a - b);
  return majors.map((major) => ({
    major,
    runs: runs.filter((run) => majorOf(run) === major),
  }));
}

/** A figure's newest spread on each version of Node that has it, and that of the run before, if there is one. */
export const newestSpreads = (runs, name) =>
  byNode(runs)
    .map(({ major, runs: [newest, before] }) => ({
      major,
      spread: newest.measured[name],
      before: before?.measured[name],
    }))
    .filter(({ spread }) => spread !== undefined);

/** The names of the row's figures that the newest run on some version of Node measured. */
export const measuredNames = ({ figures }, runs) =>
  Object.keys(figures).filter((name) => newestSpreads(runs, name).length > 0);

/** The runs with a new one: newest first. */
export function withRun(runs, run) {
  const same = runs.filter((each) => majorOf(each) === majorOf(run));
  const dropped = same.slice(kept - 1);
  return [run, ...runs.filter((each) => !dropped.includes(each))];
}

/** The saved runs of a row, newest first; empty if it was never saved. */
export function readRuns(row) {
  const file = fileOf(row);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

export function saveRun(row, run) {
  mkdirSync(folder, { recursive: true });
  const runs = withRun(readRuns(row), run);
  writeFileSync(fileOf(row), `${JSON.stringify(runs, undefined, 2)}\n`);
}
