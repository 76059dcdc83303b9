import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Inbox } from 'newswatch/receiver';
import { bundles } from '../../bundles.ts';
import { userFolders } from '../../config/user-folders.ts';
import { Failure, failureOf } from '../../errors/failure.ts';

export interface InboxFlags {
  data?: string;
}

/** Adds `--data`. */
export function withDataFlag(command: Command): Command {
  return command.option(
    '--data <folder>',
    'data folder of the inbox (default: webhooks in your data folder; see doctor)',
  );
}

export async function inboxFolder({ data }: InboxFlags): Promise<string> {
  return data ?? join((await userFolders()).data, 'webhooks');
}

/** Calls `work` with the inbox of `webhook listen`, which may be running, then closes it. */
export async function withInbox<Result>(
  flags: InboxFlags,
  work: (inbox: Inbox) => Result | Promise<Result>,
): Promise<Result> {
  const folder = await inboxFolder(flags);
  if (!existsSync(join(folder, 'inbox.db'))) {
    throw new Failure('no_inbox', `there is no inbox in ${folder}`);
  }
  const { Inbox } = await bundles.receiver();
  let inbox: Inbox | undefined;
  try {
    inbox = await Inbox.openWhenUnlocked(folder);
    return await work(inbox);
  } catch (error) {
    throw storeFailure(error);
  } finally {
    await inbox?.truncateLog();
    inbox?.close();
  }
}

function storeFailure(error: unknown): Failure {
  if (!(error instanceof Error) || error.name !== 'StoreUnavailable') return failureOf(error);
  return new Failure('store_unavailable', error.message, { retryable: true, cause: error });
}
