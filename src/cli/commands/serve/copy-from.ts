import type { CopyProgress } from 'newswatch/server';
import { jsonLog, type Log } from '../../../node/log.ts';
import { bundles } from '../../bundles.ts';
import type { GlobalFlags } from '../../config/settings.ts';
import { Failure, failureOf } from '../../errors/failure.ts';
import { startProgress } from '../../run/start-progress.ts';
import type { Shell } from '../../shell.ts';

/**
 * `serve --copy-from`: copies a SQLite store to PostgreSQL and prints the number of rows per table.
 *
 * @param from the data folder of the SQLite store
 */
export async function copyFrom(
  from: string,
  flags: Pick<GlobalFlags, 'progress'> & { database: string | undefined },
  shell: Shell,
): Promise<void> {
  const { database } = flags;
  if (database === undefined) {
    throw new Failure('no_database', '--copy-from requires a database to copy to');
  }
  const { copyIntoDatabase } = await bundles.server();
  const log = jsonLog((line) => shell.output.log(line));
  const signal = shell.interruption();
  const progress = await startProgress(flags, shell);
  const logProgress = progressLogger(log);
  const onProgress = (copied: CopyProgress) => {
    const { table, rows: count, total_rows: total } = copied;
    if (progress) progress.update({ label: table, count, total, unit: ['row', 'rows'] });
    else logProgress(copied);
  };
  try {
    const copied = await copyIntoDatabase({ from, database, signal, onProgress });
    shell.output.line({ copied });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Error) || error.name !== 'StoreUnavailable') throw failureOf(error);
    throw new Failure('cannot_copy', error.message, { cause: error });
  } finally {
    progress?.end();
  }
}

/** Logs the start of each table and every 100,000 rows. */
function progressLogger(log: Log) {
  let logged = '';
  return ({ table, rows }: CopyProgress) => {
    const step = `${table} ${Math.floor(rows / 100_000)}`;
    if (step !== logged) log('info', 'copying', { table, rows });
    logged = step;
  };
}
