import type { Command } from 'commander';
import { serviceExitCodes } from '../../errors/exit-code.ts';
import { withManual } from '../../help/manual.ts';
import { withReadOptions } from '../../run/command-options.ts';
import type { Shell } from '../../shell.ts';

/** Adds `monitors export`: prints what `monitors create --from` reads. */
export function addExport(group: Command, shell: Shell): void {
  withManual(withReadOptions(group.command('export')), { examples, exitCodes: serviceExitCodes })
    .argument('[id...]', 'ids of monitors (default: all that you own)')
    .summary('Print monitors for monitors create --from')
    .description(
      'Print monitors with what you can set, for monitors create --from: without ids and what the service\nfound. Prints those that you own, oldest first, or those with the ids.',
    )
    .action(async (ids: string[], _flags, command: Command) => {
      const { exportMonitors } = await import('./file/export-monitors.ts');
      await exportMonitors(ids, command.optsWithGlobals(), shell);
    });
}

const examples = [
  'monitors export > monitors.json',
  'monitors export mon_example --format jsonl | jq -r .title',
];
