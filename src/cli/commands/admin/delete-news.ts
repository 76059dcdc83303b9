import type { Command } from 'commander';
import { bundles } from '../../bundles.ts';
import { userFolders } from '../../config/user-folders.ts';
import { exitCode } from '../../errors/exit-code.ts';
import { Failure, failureOf } from '../../errors/failure.ts';
import { withManual } from '../../help/manual.ts';
import type { Shell } from '../../shell.ts';
import { resolveDatabase } from '../serve/database.ts';

interface DeleteNewsFlags {
  data?: string;
  database?: string;
}

/** Adds `admin news delete`: takes news items down. */
export function addDeleteNews(group: Command, shell: Shell): void {
  const command = withManual(group.command('delete'), { examples })
    .argument('<id...>', 'ids of the news items')
    .summary('Take news items down for good')
    .description(
      'Take news items down for good: they disappear from the index, and from runs, alerts, briefings and events\nthat contain them, where results keep a mark without text. They are not imported again. Prints the number\nof changed records; exit code 5 if there are none.',
    )
    .option('--data <folder>', 'data folder of the server (default: your data folder; see doctor)')
    .option('--database <url>', 'PostgreSQL database of the server (env: DATABASE_URL)');
  command.action(async (ids: string[], flags: DeleteNewsFlags) => {
    const database = await resolveDatabase(flags, command, shell);
    const data = flags.data ?? (await userFolders()).data;
    const { deleteNews } = await bundles.server();
    try {
      const deleted = await deleteNews({ ids, data, database });
      shell.output.document(JSON.stringify({ deleted }));
      if (Object.values(deleted).every((count) => count === 0)) shell.exit(exitCode.not_found);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'StoreUnavailable') throw failureOf(error);
      throw new Failure('cannot_open_store', error.message, { cause: error });
    }
  });
}

const examples = ['admin news delete item_0123456789abcdef --data ./data'];
