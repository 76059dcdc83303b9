import { parseBaseUrl } from '../../../../client/base-url.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { ErrorResponse } from '../../../errors/error-response.ts';
import { callFailure } from '../../../errors/failure.ts';
import { compactJson } from '../../../output/json-text.ts';
import { reportErrorResponse } from '../../../output/report-error-response.ts';
import { createCliClient, withSettings } from '../../../run/cli-client.ts';
import { parseSeconds } from '../../../run/flag-values.ts';
import { readCommandInput } from '../../../run/read-command-input.ts';
import type { CallFlags } from '../../../run/run-operation.ts';
import type { Shell } from '../../../shell.ts';
import { AlertPages } from './alert-pages.ts';
import { Bookmark } from './bookmark.ts';
import { defaultInterval } from './follow-mode.ts';
import { Follower } from './follower.ts';

interface FollowFlags extends CallFlags {
  interval?: string;
  bookmark?: string;
}

/** Prints new alerts until a signal arrives, stdout is closed or a call fails permanently. */
export async function printNewAlerts(
  operation: Operation,
  values: Readonly<Record<string, string>>,
  flags: FollowFlags,
  shell: Shell,
): Promise<void> {
  const interval = parseSeconds('--interval', flags.interval ?? defaultInterval, { min: 0.1 });
  const input = await readCommandInput(operation, values, flags, shell);
  const { since, monitor_id } = input as { since?: string; monitor_id?: string };
  const { output } = shell;
  await withSettings(flags, shell, async (settings) => {
    const service = flags.local ? '--local' : parseBaseUrl(settings.baseUrl, settings);
    const bookmark =
      flags.bookmark === undefined
        ? undefined
        : await Bookmark.named(flags.bookmark, {
            service,
            monitor_id: monitor_id ?? null,
          });
    const saved = await bookmark?.read();
    const start = saved ?? (since === undefined ? undefined : { since, seen: [] });
    const signal = shell.interruption();
    // The client does not retry, because the follower does, without a limit.
    const client = createCliClient({ ...settings, retries: 0 }, shell);
    const pages = new AlertPages(client, operation, {
      strict: settings.strict,
      monitorId: monitor_id,
      signal,
      warn: (message) => output.note(`newswatch: warning: ${message}`),
    });
    try {
      await new Follower(pages, output, { interval, bookmark, start, signal }).run();
    } catch (error) {
      if (!(error instanceof ErrorResponse)) throw callFailure(error, operation);
      await printErrorResponse(error, shell);
    } finally {
      await client.close();
    }
  });
}

/** On one line, so that a reader of JSON Lines can parse it. A person reads only the message. */
async function printErrorResponse({ response }: ErrorResponse, shell: Shell): Promise<void> {
  const { output } = shell;
  if (!output.sharesTerminal) await output.deliver(compactJson(response.text));
  await reportErrorResponse(response, shell);
}
