import type { CommandDescription } from '../command-description.ts';
import { bashScript } from './bash.ts';
import { completionTable } from './completion-table.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const makers = { bash: bashScript, zsh: zshScript, fish: fishScript };

export function completionScript(shell: keyof typeof makers, program: CommandDescription): string {
  return makers[shell](completionTable(program)).trimEnd();
}
