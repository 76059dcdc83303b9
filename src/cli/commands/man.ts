import type { Command } from 'commander';
import { rootOf } from '../help/find-command.ts';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

/** Declares `man`: prints the manual page. The build writes it into the package. */
export function declareMan(command: Command, { output }: Shell): void {
  withManual(command, { examples })
    .description(
      'Print the manual page on stdout, in roff. If the package is installed globally, man newswatch shows\nthe same page.',
    )
    .action(async () => {
      const { descriptionOf } = await import('../help/command-description.ts');
      const { manPage } = await import('../help/man-page.ts');
      output.plainText(manPage(await descriptionOf(rootOf(command))));
    });
}

const examples = ['man > newswatch.1', 'man | man -l -'];
