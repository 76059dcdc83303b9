import type { Monitor } from '../../../../contract/monitor.ts';
import { operations } from '../../../../contract/operations.ts';
import type { GlobalFlags } from '../../../config/settings.ts';
import { ErrorResponse } from '../../../errors/error-response.ts';
import { callFailure, Failure } from '../../../errors/failure.ts';
import { type DocumentFlags, openPrinter } from '../../../output/print-document.ts';
import { printErrorResponse } from '../../../output/print-response.ts';
import { createCliClient, withSettings } from '../../../run/cli-client.ts';
import { interruptible } from '../../../run/interruption.ts';
import type { Shell } from '../../../shell.ts';
import { callFor, ownMonitors } from '../own-monitors.ts';
import { entryOf } from './monitor-entry.ts';

/** Of a table. */
const columns = ['title', 'status', 'every_minutes', 'prompt'];

/** Prints the monitors with these ids, or all that the user owns. */
export async function exportMonitors(
  ids: readonly string[],
  flags: GlobalFlags & DocumentFlags,
  shell: Shell,
): Promise<void> {
  const { list } = operations.monitors;
  const print = await openPrinter(flags, shell, { list: 'monitors', columns });
  await withSettings(flags, shell, async (settings) => {
    const client = createCliClient(settings, shell);
    try {
      const monitors = await interruptible(list, shell, async (signal) => {
        const options = { signal, deadline: await shell.deadline() };
        if (ids.length === 0) return ownMonitors(client, options);
        return withIds(ids, (await callFor(client, list, {}, options)).monitors);
      });
      await print({ monitors: monitors.map(entryOf) });
      warnOfSameTitles(monitors, shell);
    } catch (error) {
      if (!(error instanceof ErrorResponse)) throw callFailure(error, list);
      await printErrorResponse(error.response, flags, shell);
    } finally {
      await client.close();
    }
  });
}

/** @throws {Failure} `not_found` that names the ids without a monitor */
function withIds(ids: readonly string[], monitors: readonly Monitor[]): Monitor[] {
  const missing = ids.filter((id) => !monitors.some((monitor) => monitor.id === id));
  if (missing.length > 0) {
    throw new Failure('not_found', `there is no monitor ${missing.join(', ')}`, {
      hint: 'See newswatch monitors list',
    });
  }
  return monitors.filter(({ id }) => ids.includes(id));
}

/** `monitors create --from` needs unique titles. */
function warnOfSameTitles(monitors: readonly Monitor[], { output }: Shell): void {
  const titles = new Set<string>();
  for (const { id, title } of monitors) {
    if (titles.has(title)) {
      const text = `${id} has the title of another monitor (${JSON.stringify(title)})`;
      output.note(`newswatch: warning: ${text}: rename one before create --from`);
    }
    titles.add(title);
  }
}
