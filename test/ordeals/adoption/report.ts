import { appendFileSync } from 'node:fs';

/** A combination of the adoption matrix, and whether the packed package works in it. */
export interface AdoptionRow {
  /** The table of docs/compatibility.md that the row belongs to. */
  readonly table: 'bundle sizes' | 'bundlers' | 'installation' | 'runtimes' | 'types';
  /** The tool with its version, such as `webpack 5.112.2`. */
  readonly tool: string;
  /** What was done with it, such as `search, verify a webhook`. */
  readonly check: string;
  readonly outcome: 'fails' | 'not run' | 'works';
  /** A measurement, or why the check failed or was not run. */
  readonly note?: string;
}

/** Whether every combination is tested (`npm run test:adoption`), not only the quick ones. */
export const isWholeMatrix = process.env['NEWSWATCH_ADOPTION'] === 'whole';

/**
 * Runs a check, and records whether it works.
 *
 * @param check returns a note for the row
 * @throws whatever the check throws, after it is recorded
 */
export async function recordCheck(
  row: Omit<AdoptionRow, 'note' | 'outcome'>,
  check: () => Promise<string | undefined>,
): Promise<void> {
  try {
    const note = await check();
    record({ ...row, outcome: 'works', ...(note ? { note } : {}) });
  } catch (error) {
    record({ ...row, outcome: 'fails', note: String(error).split('\n', 1)[0] ?? '' });
    throw error;
  }
}

/** Prints a row, and appends it as a JSON line to the file `NEWSWATCH_ADOPTION_REPORT`, if set. */
export function record(row: AdoptionRow): void {
  const file = process.env['NEWSWATCH_ADOPTION_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
  const { table, tool, check, outcome, note } = row;
  process.stdout.write(`${[table, tool, check, outcome, ...(note ? [note] : [])].join(' | ')}\n`);
}
