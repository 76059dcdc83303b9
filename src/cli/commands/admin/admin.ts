import type { Command } from 'commander';
import type { Shell } from '../../shell.ts';
import { addAccounts } from './accounts.ts';
import { addAddNews } from './add-news.ts';
import { addDeleteNews } from './delete-news.ts';
import { addKeys } from './keys.ts';
import { addSignIn } from './sign-in.ts';
import { addTeams } from './teams.ts';

/** Declares `admin`: commands for the operator of a server, which use its store directly. */
export function declareAdmin(group: Command, shell: Shell): void {
  group.addHelpText('after', notes);
  addAccounts(group, shell);
  addTeams(group, shell);
  addKeys(group, shell);
  addSignIn(group, shell);
  const news = group.command('news').description('Add news, or take it down');
  addAddNews(news, shell);
  addDeleteNews(news, shell);
}

const notes = `
These commands open the store of \`newswatch serve\` directly, so they need no API key. The server may
keep running: changes apply to its next request.`;
