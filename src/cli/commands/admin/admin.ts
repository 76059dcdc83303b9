import type { Command } from 'commander';
import { addLazily } from '../../help/lazy-commands.ts';
import type { Shell } from '../../shell.ts';
import { addAddNews } from './add-news.ts';
import { addDeleteNews } from './delete-news.ts';

/** Adds `admin`: commands for the operator of a server, which use its store directly. */
export function addAdmin(program: Command, shell: Shell): void {
  const group = program
    .command('admin')
    .description('Maintain the store of a server, on its machine')
    .addHelpText('after', notes);
  addLazily(group, () => {
    const news = group.command('news').description('Add news, or take it down');
    addAddNews(news, shell);
    addDeleteNews(news, shell);
  });
}

const notes = `
These commands open the store of \`newswatch serve\` directly. The server may keep running.`;
