import type { Command } from 'commander';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

/** Adds `man`: prints the manual page. The build writes it into the package. */
export function addMan(program: Command, { output }: Shell): void {
  withManual(program.command('man'), { examples })
    .summary('Print the manual page on stdout')
    .description(
      'Print the manual page on stdout, in roff. If the package is installed globally, man newswatch shows\nthe same page.',
    )
    .action(async () => {
      const { descriptionOf } = await import('../help/command-description.ts');
      const { manPage } = await import('../help/man-page.ts');
      output.plainText(manPage(descriptionOf(program)));
    });
}

const examples = ['man > newswatch.1', 'man | man -l -'];
