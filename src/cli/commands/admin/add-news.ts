import type { Command } from 'commander';
import type { ImportProgress } from 'newswatch/server';
import { bundles } from '../../bundles.ts';
import { exitCode } from '../../errors/exit-code.ts';
import { invalidInput } from '../../errors/failure.ts';
import { withManual } from '../../help/manual.ts';
import { openPrinter } from '../../output/print-document.ts';
import { withOutputOptions } from '../../run/command-options.ts';
import { startProgress } from '../../run/start-progress.ts';
import type { Shell } from '../../shell.ts';
import { importState } from '../serve/import-state.ts';
import { addStoreFlags, type StoreFlags, withStore } from './with-store.ts';

/** Adds `admin news add`: adds news to the store of a server. */
export function addAddNews(group: Command, shell: Shell): void {
  const command = withManual(withOutputOptions(group.command('add')), { examples })
    .argument('<file...>', 'JSON Lines (also .gz) or feeds; files or URLs')
    .summary('Add news to the store of a server')
    .description(
      'Add news to the store of a server, which may keep running: its monitors find the news at their next run.\nPrints the number of added, updated, unchanged, removed (taken\ndown before) and rejected items of each file.',
    );
  addStoreFlags(command).action(async (news: string[], flags: StoreFlags) => {
    const all = command.optsWithGlobals();
    const print = await openPrinter(all, shell, { list: 'imported', fields });
    const { addNews } = await bundles.server();
    const signal = shell.interruption();
    const progress = await startProgress(all, shell);
    const onProgress = (each: ImportProgress) => progress?.update(importState(each));
    const imported = await withStore(flags, command, shell, (location) =>
      addNews({ news, signal, onProgress, ...location }).catch((error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'FeedError') throw error;
        throw invalidInput(error.message);
      }),
    ).finally(() => progress?.end());
    await print({ imported });
    for (const { location, read, rejected, rejections } of imported) {
      if (rejected === 0) continue;
      const [first] = rejections;
      const example = first ? `: ${first.where} ${first.reason}` : '';
      shell.output.note(
        `newswatch: ${rejected} of ${read} in ${location} cannot be used${example}`,
      );
      if (rejected === read) shell.exit(exitCode.unexpected);
    }
  });
}

/** Of the outcome of a file. */
const fields = [
  'location',
  'read',
  'added',
  'updated',
  'unchanged',
  'removed',
  'rejected',
  'rejections',
  'undated',
  'date_problems',
];

const examples = ['admin news add news.jsonl --data ./data'];
