import { appendFileSync } from 'node:fs';
import { type AdoptionCheck, type AdoptionRow, adoptionRow } from './results.ts';

/** Whether every combination is tested (`npm run test:adoption`), not only the quick ones. */
export const isWholeMatrix = process.env['NEWSWATCH_ADOPTION'] === 'whole';

/**
 * Records that a file has these checks, when its tests are collected. Those of them that are not
 * recorded again, for example because the file is stopped, are listed as not run.
 */
export function planChecks(checks: readonly AdoptionCheck[]): void {
  for (const check of checks) append({ ...check, outcome: 'not run' });
}

/**
 * Runs a check, and records whether it works.
 *
 * @param check returns more for its row, and its outcome if that is not `works`
 * @throws whatever the check throws, after it is recorded
 */
export async function recordCheck(
  row: AdoptionCheck,
  check: () => Promise<Partial<Omit<AdoptionRow, keyof AdoptionCheck>> | undefined>,
): Promise<void> {
  try {
    record({ ...row, outcome: 'works', ...(await check()) });
  } catch (error) {
    record({ ...row, outcome: 'fails', note: String(error).split('\n', 1)[0] ?? '' });
    throw error;
  }
}

/** Prints a row and appends it to the report. */
function record(row: AdoptionRow): void {
  append(row);
  const { table, tool, version, check, outcome, bytes, note } = row;
  const cells = [table, tool, version, check, outcome, bytes, note].filter(
    (cell) => cell !== undefined,
  );
  process.stdout.write(`${cells.join(' | ')}\n`);
}

/** Appends a row as a JSON line to the file `NEWSWATCH_ADOPTION_REPORT`, if set. */
function append(row: AdoptionRow): void {
  const file = process.env['NEWSWATCH_ADOPTION_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify(adoptionRow.parse(row))}\n`);
}
