/** Measures one row. */
import { machine, measuredCommit } from './machine.js';
import { preparePostgres } from './postgres-databases.js';

/** The versions of a row's peers by name; null for those that are not installed. */
const versionsOf = ({ peers = {} }) =>
  Object.fromEntries(Object.entries(peers).map(([name, { version }]) => [name, version() ?? null]));

/**
 * Measures a row once.
 *
 * @returns the run as it is saved; undefined if the row needs PostgreSQL and it is not installed
 */
export async function measureRow(row, settings) {
  const postgres = row.onPostgres ? await preparePostgres() : undefined;
  if (row.onPostgres && postgres === undefined) return undefined;
  const started = performance.now();
  const measured = await row.measure(settings);
  const seconds = Math.round((performance.now() - started) / 1000);
  const date = new Date().toISOString().slice(0, 10);
  const commit = measuredCommit();
  const peers = versionsOf(row);
  return { date, commit, seconds, settings, measured, peers, postgres, machine: machine() };
}
