import { Argument, type Command } from 'commander';
import { withManual } from '../help/manual.ts';
import type { Shell } from '../shell.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** Declares `completion`: prints shell completion scripts. */
export function declareCompletion(command: Command, { output }: Shell): void {
  withManual(command, { examples })
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(shells))
    .description(
      'Print a script that completes commands, flags and values. The script runs\nnewswatch on each Tab, offline.',
    )
    .action(async (shell: (typeof shells)[number]) => {
      const { completionScripts } = await import('../help/completion/script.ts');
      output.plainText(completionScripts[shell]);
    });
}

const examples = [
  'completion bash > ~/.local/share/bash-completion/completions/newswatch',
  'completion zsh > ~/.zfunc/_newswatch',
  'completion fish > ~/.config/fish/completions/newswatch.fish',
  'completion powershell | Out-String | Invoke-Expression',
];
