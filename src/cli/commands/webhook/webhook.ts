import type { Command } from 'commander';
import type { Shell } from '../../shell.ts';
import { addWebhookConform } from './conform.ts';
import { addDead } from './dead.ts';
import { addDiscard } from './discard.ts';
import { addListen } from './listen/listen.ts';
import { addReplay } from './replay.ts';
import { addSend } from './send.ts';
import { addVerify } from './verify.ts';

/** Declares `webhook`: receives, verifies and tests signed webhooks. */
export function declareWebhook(group: Command, shell: Shell): void {
  group.addHelpText('after', notes);
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
}

const notes = `
The signing secret is read from --secret-file or SERVICE_WEBHOOK_SECRET, never from an argument.`;
