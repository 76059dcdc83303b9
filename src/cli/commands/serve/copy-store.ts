import type { Log } from 'newswatch/server';
import { bundles } from '../../bundles.ts';
import { exitCodeForSignal } from '../../errors/exit-code.ts';
import { failureOf, usageFailure } from '../../errors/failure.ts';
import { startFailure } from '../../run/listen-errors.ts';
import type { Shell } from '../../shell.ts';

interface CopyFlags {
  copyFrom: string;
  database: string | undefined;
}

/** `serve --copy-from`: prints how many rows of each table both stores have, and ends. */
export async function copyStore(
  { copyFrom: from, database }: CopyFlags,
  shell: Shell,
): Promise<void> {
  if (database === undefined) {
    throw usageFailure(
      'no_database',
      '--copy-from needs the database to copy into',
      'Name it with --database or DATABASE_URL',
    );
  }
  const { copyIntoDatabase, jsonLog } = await bundles.server();
  const log = jsonLog((line) => shell.output.note(line));
  const interruption = shell.interrupted();
  const stop = new AbortController();
  void interruption.then(() => stop.abort());
  const onProgress = perTable(log);
  try {
    const copied = await copyIntoDatabase({ from, database, signal: stop.signal, onProgress });
    shell.output.line({ copied });
  } catch (error) {
    if (stop.signal.aborted) return shell.exit(exitCodeForSignal(await interruption));
    if (!(error instanceof Error) || error.name !== 'StoreUnavailable') throw failureOf(error);
    throw startFailure(
      'cannot_copy',
      error.message,
      'Mend what the message names and copy again: what is there already is kept',
      error,
    );
  }
}

/** A line in the log for each table, and for each further 100,000 rows of one. */
function perTable(log: Log) {
  let logged = '';
  return ({ table, rows }: { table: string; rows: number }) => {
    const step = `${table} ${Math.floor(rows / 100_000)}`;
    if (step !== logged) log('info', 'copying', { table, rows });
    logged = step;
  };
}
