import type { Command } from 'commander';
import { bundles } from '../../bundles.ts';
import { exitCode } from '../../errors/exit-code.ts';
import { withManual } from '../../help/manual.ts';
import { openPrinter } from '../../output/print-document.ts';
import { withOutputOptions, yesOption } from '../../run/command-options.ts';
import type { Shell } from '../../shell.ts';
import { addStoreFlags, type StoreFlags, withStore } from './with-store.ts';

/** Adds `admin news delete`: takes news items down. */
export function addDeleteNews(group: Command, shell: Shell): void {
  const command = withManual(withOutputOptions(group.command('delete')), {
    examples,
    exitCodes: [exitCode.not_found],
  })
    .argument('<id...>', 'ids of the news items')
    .summary('Take news items down for good')
    .description(
      'Take news items down for good: they disappear from the index, and from runs, alerts, briefings and events\nthat contain them, where results keep a mark without text. They are not imported again. Prints the number\nof changed records; exit code 5 if there are none.',
    );
  addStoreFlags(command)
    .addOption(yesOption())
    .action(async (ids: string[], flags: Flags) => {
      const fields = ['deleted'];
      const print = await openPrinter(command.optsWithGlobals(), shell, { fields });
      const { confirm } = await import('../../run/confirm.ts');
      await confirm({ verb: 'Take down', noun: 'news item', loss, ids }, flags, shell);
      const { deleteNews } = await bundles.server();
      const deleted = await withStore(flags, command, shell, (location) =>
        deleteNews({ ids, ...location }),
      );
      await print({ deleted });
      if (Object.values(deleted).every((count) => count === 0)) shell.exit(exitCode.not_found);
    });
}

interface Flags extends StoreFlags {
  yes?: boolean;
}

const loss = 'This cannot be undone.';

const examples = ['admin news delete item_0123456789abcdef --data ./data --yes'];
