import type { Command } from 'commander';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

/** Declares `skill`: prints the guide for assistants that run shell commands. */
export function declareSkill(command: Command, { output }: Shell): void {
  withManual(command, { examples })
    .description(
      'Print SKILL.md on stdout: which command to use when, what to ask a human first, and how to read the\nresults. Save it where your assistant looks for skills.',
    )
    .action(async () => {
      const { default: guide } = await import('../../../SKILL.md');
      output.plainText(guide.trimEnd());
    });
}

const examples = ['skill > SKILL.md'];
