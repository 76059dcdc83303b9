import type { Command } from 'commander';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

/** Adds `skill`: prints the guide for assistants that run shell commands. */
export function addSkill(program: Command, { output }: Shell): void {
  withManual(program.command('skill'), { examples })
    .summary('Print the guide for assistants (SKILL.md) on stdout')
    .description(
      'Print SKILL.md on stdout: which command to use when, what to ask a human first, and how to read the\nresults. Save it where your assistant looks for skills.',
    )
    .action(async () => {
      const { default: guide } = await import('../../../SKILL.md');
      output.plainText(guide.trimEnd());
    });
}

const examples = ['skill > SKILL.md'];
