import { parseBaseUrl } from '../../../../client/base-url.ts';
import type { Operation } from '../../../../contract/operation.ts';
import type { CallSettings } from '../../../config/settings.ts';
import { exitCodeForSignal, exitCodeForStatus } from '../../../errors/exit-code.ts';
import { callFailure } from '../../../errors/failure.ts';
import { compactJson } from '../../../output/json-text.ts';
import { createCliClient, withSettings } from '../../../run/cli-client.ts';
import { readInput } from '../../../run/read-input.ts';
import type { runOperation } from '../../../run/run-operation.ts';
import type { Shell } from '../../../shell.ts';
import { AlertPageError, AlertPages } from './alert-pages.ts';
import { Bookmark } from './bookmark.ts';
import { Follower, type FollowerOptions } from './follower.ts';

export interface FollowOptions {
  /** Milliseconds between polls. */
  interval: number;
  /** Name of a bookmark. */
  bookmark: string | undefined;
}

/** Prints new alerts until a signal, until stdout is closed, or until the service returns an error. */
export function followCommand({ interval, bookmark: name }: FollowOptions): typeof runOperation {
  return async (operation, values, flags, shell) => {
    const { since } = (await readInput(operation, values, flags, shell)) as { since?: string };
    await withSettings(flags, shell, async (settings) => {
      const service = flags.local ? '--local' : parseBaseUrl(settings.baseUrl);
      const bookmark = name === undefined ? undefined : await Bookmark.named(name, service);
      const saved = await bookmark?.read();
      const start = saved ?? (since === undefined ? undefined : { since, seen: [] });
      const stop = new AbortController();
      const interruption = shell.interrupted();
      void interruption.then(() => stop.abort());
      const options = { interval, bookmark, start, signal: stop.signal };
      await follow(operation, settings, shell, options);
      if (stop.signal.aborted) shell.exit(exitCodeForSignal(await interruption));
    });
  };
}

async function follow(
  operation: Operation,
  settings: CallSettings,
  shell: Shell,
  options: FollowerOptions,
): Promise<void> {
  const { output } = shell;
  // The follower retries without a limit.
  const client = createCliClient({ ...settings, retries: 0 }, shell);
  const pages = new AlertPages(client, operation, {
    strict: settings.strict,
    signal: options.signal,
    warn: (message) => output.note(`newswatch: warning: ${message}`),
  });
  try {
    await new Follower(pages, output, options).run();
  } catch (error) {
    if (!(error instanceof AlertPageError)) throw callFailure(error, operation);
    // On one line, so that a reader of JSON Lines can parse it.
    await output.deliver(compactJson(error.response.text));
    shell.exit(exitCodeForStatus(error.response.status));
  } finally {
    await client.close();
  }
}
