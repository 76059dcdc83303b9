import type { Command } from 'commander';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

/** Adds `man`: the manual page, which the build makes the package's own from. */
export function addMan(program: Command, { output }: Shell): void {
  withManual(program.command('man'), { examples })
    .summary('Print the manual page on stdout')
    .description(
      'Print the manual page on stdout, in roff. Where the package is installed for everybody, man\nnewswatch shows the same.',
    )
    .action(async () => {
      const { descriptionOf } = await import('../help/command-description.ts');
      const { manPage } = await import('../help/man-page.ts');
      output.answer(manPage(descriptionOf(program)));
    });
}

const examples = ['man > newswatch.1', 'man | man -l -'];
