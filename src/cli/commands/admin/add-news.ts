import type { Command } from 'commander';
import { bundles } from '../../bundles.ts';
import { invalidInput } from '../../errors/failure.ts';
import { withManual } from '../../help/manual.ts';
import type { Shell } from '../../shell.ts';
import { addStoreFlags, type StoreFlags, withStore } from './with-store.ts';

/** Adds `admin news add`: adds news to the store of a server. */
export function addAddNews(group: Command, shell: Shell): void {
  const command = withManual(group.command('add'), { examples })
    .argument('<file...>', 'JSON Lines (also .gz) or feeds; files or URLs')
    .summary('Add news to the store of a server')
    .description(
      'Add news to the store of a server, which may keep running: its monitors find the news at their next run.\nPrints the number of added, updated, unchanged and rejected items of each file.',
    );
  addStoreFlags(command).action(async (news: string[], flags: StoreFlags) => {
    const { addNews } = await bundles.server();
    const signal = shell.interruption();
    const imported = await withStore(flags, command, shell, (location) =>
      addNews({ news, signal, ...location }).catch((error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'FeedError') throw error;
        throw invalidInput(error.message);
      }),
    );
    shell.output.document(JSON.stringify({ imported }));
  });
}

const examples = ['admin news add news.jsonl --data ./data'];
