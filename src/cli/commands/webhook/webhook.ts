import type { Command } from 'commander';
import { addLazily } from '../../help/lazy-commands.ts';
import type { Shell } from '../../shell.ts';
import { addWebhookConform } from './conform.ts';
import { addDead } from './dead.ts';
import { addDiscard } from './discard.ts';
import { addListen } from './listen/listen.ts';
import { addReplay } from './replay.ts';
import { addSend } from './send.ts';
import { addVerify } from './verify.ts';

/** Adds `webhook`: receives, verifies and tests signed webhooks.  */
export function addWebhook(program: Command, shell: Shell): void {
  const group = program
    .command('webhook')
    .description('Receive, verify and test signed webhooks')
    .addHelpText('after', notes);
  addLazily(group, () => {
    for (const add of [
      addListen,
      addDead,
      addReplay,
      addDiscard,
      addVerify,
      addSend,
      addWebhookConform,
    ]) {
      add(group, shell);
    }
  });
}

const notes = `
The signing secret is read from --secret-file or SERVICE_WEBHOOK_SECRET, never from an argument.`;
